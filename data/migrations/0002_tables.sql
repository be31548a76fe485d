-- Why: a table must come back after any stop exactly as it was acknowledged. Its log
-- is the truth: every event has a number without a gap, every click that was accepted
-- stands once with its answer, and neither is ever changed.
--
-- Times are Unix milliseconds in UTC. A deadline's seat -1 is the pause between rounds,
-- -2 the idle close of the table.

CREATE TABLE tables (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('open', 'closed')),
    message_id INTEGER,
    opened_at  INTEGER NOT NULL,
    closed_at  INTEGER
) STRICT;

CREATE UNIQUE INDEX tables_one_per_channel ON tables (channel_id) WHERE status = 'open';

CREATE TABLE actions (
    id        TEXT    PRIMARY KEY,  -- the interaction, or the clock's own name for its act
    table_id  INTEGER NOT NULL,
    user_id   INTEGER,
    kind      TEXT    NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq  INTEGER NOT NULL,
    answer    TEXT    NOT NULL,
    at        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX actions_by_table ON actions (table_id, first_seq);

CREATE TABLE events (
    table_id    INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    round_index INTEGER,  -- NULL for an event of the table itself
    body        TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- A restart reads a table's own events and its last round, not an evening of rounds.
CREATE INDEX events_by_round ON events (table_id, round_index);

CREATE TABLE deadlines (
    table_id INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    decision INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- A server seed is as secret as the cards until its pack is retired. What is accepted
-- after the event `promised_seq` is mixed into it.
CREATE TABLE packs (
    table_id     INTEGER NOT NULL,
    promised_seq INTEGER NOT NULL,
    commitment   TEXT    NOT NULL UNIQUE,
    server_seed  BLOB    NOT NULL,
    PRIMARY KEY (table_id, promised_seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'an event is never changed');
END;

CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'an event is never deleted');
END;

CREATE TRIGGER events_refuse_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE table_id = NEW.table_id AND seq = NEW.seq)
BEGIN
    SELECT RAISE(ABORT, 'an event is never replaced');
END;

CREATE TRIGGER actions_refuse_update BEFORE UPDATE ON actions
BEGIN
    SELECT RAISE(ABORT, 'an action is never changed');
END;

CREATE TRIGGER actions_refuse_delete BEFORE DELETE ON actions
BEGIN
    SELECT RAISE(ABORT, 'an action is never deleted');
END;
