-- Why: counters must not get lost, appear, or be changed afterwards, whatever the
-- program does. So the database itself keeps the books. A transfer moves the balances
-- of its two accounts by trigger, is refused where it is not covered, and can be
-- neither changed, deleted nor replaced once it is there.
--
-- Amounts are hundredths of a counter, times are Unix milliseconds in UTC.

PRAGMA application_id = 1447644743;  -- the bytes VING, see bot/storage/header.py

CREATE TABLE accounts (
    guild_id INTEGER NOT NULL,
    name     TEXT    NOT NULL,  -- issuance, house, player:<user>, held:<table>:<seat>, pool:<table>
    balance  INTEGER NOT NULL,
    PRIMARY KEY (guild_id, name),
    CONSTRAINT not_below_zero CHECK (balance >= 0 OR name = 'issuance')
) STRICT, WITHOUT ROWID;

CREATE TABLE transfers (
    n           INTEGER PRIMARY KEY,  -- the order in which they happened
    id          TEXT    NOT NULL UNIQUE,
    guild_id    INTEGER NOT NULL,
    debit       TEXT    NOT NULL,  -- where it comes from
    credit      TEXT    NOT NULL,  -- where it goes to
    amount      INTEGER NOT NULL,
    reason      TEXT    NOT NULL,
    table_id    INTEGER,
    round_index INTEGER,
    at          INTEGER NOT NULL,
    CONSTRAINT moves_something CHECK (amount > 0),
    CONSTRAINT moves_somewhere CHECK (debit <> credit)
) STRICT;

-- A member's history is read by his account; held, house and pool accounts have no history.
-- (substr, not GLOB: SQLite takes a GLOB for a range and would read all members of the guild.)
CREATE INDEX transfers_by_payer ON transfers (guild_id, debit) WHERE substr(debit, 1, 7) = 'player:';
CREATE INDEX transfers_by_payee ON transfers (guild_id, credit) WHERE substr(credit, 1, 7) = 'player:';
-- Who paid what a seat holds: the last player who paid into it.
CREATE INDEX transfers_by_seat ON transfers (guild_id, credit)
    WHERE substr(credit, 1, 5) = 'held:' AND substr(debit, 1, 7) = 'player:';

CREATE TRIGGER transfers_refuse_update BEFORE UPDATE ON transfers
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never changed');
END;

CREATE TRIGGER transfers_refuse_delete BEFORE DELETE ON transfers
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never deleted');
END;

-- INSERT OR REPLACE deletes the old row without asking the trigger above, by id or by n.
CREATE TRIGGER transfers_refuse_replace BEFORE INSERT ON transfers
WHEN EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM transfers WHERE n = NEW.n)
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never replaced');
END;

-- The first transfer of a guild comes from issuance, which needs no cover but a row.
CREATE TRIGGER transfers_open_issuance BEFORE INSERT ON transfers
WHEN NEW.debit = 'issuance'
BEGIN
    INSERT INTO accounts (guild_id, name, balance) VALUES (NEW.guild_id, 'issuance', 0)
        ON CONFLICT DO NOTHING;
END;

-- Cover is asked here and not left to the CHECK of accounts: under INSERT OR IGNORE the
-- triggered UPDATE would be ignored too, and the credit stay.
CREATE TRIGGER transfers_move_balances AFTER INSERT ON transfers
BEGIN
    UPDATE accounts SET balance = balance - NEW.amount
        WHERE guild_id = NEW.guild_id AND name = NEW.debit
        AND (balance >= NEW.amount OR name = 'issuance');
    SELECT RAISE(ABORT, 'not covered') WHERE changes() = 0;
    INSERT INTO accounts (guild_id, name, balance) VALUES (NEW.guild_id, NEW.credit, NEW.amount)
        ON CONFLICT DO UPDATE SET balance = balance + excluded.balance;
END;

CREATE TABLE members (
    guild_id      INTEGER NOT NULL,
    user_id       INTEGER NOT NULL,
    name          TEXT    NOT NULL,
    is_present    INTEGER NOT NULL DEFAULT 1 CHECK (is_present IN (0, 1)),
    is_off_board  INTEGER NOT NULL DEFAULT 0 CHECK (is_off_board IN (0, 1)),
    seen_at       INTEGER NOT NULL,
    last_topup_at INTEGER,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

-- What a member won or lost in a round, written when it is settled. Leaderboards sum it up.
CREATE TABLE results (
    table_id    INTEGER NOT NULL,
    round_index INTEGER NOT NULL,
    user_id     INTEGER NOT NULL,
    guild_id    INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    net         INTEGER NOT NULL,
    points      INTEGER,  -- for games that are scored in points; NULL elsewhere
    at          INTEGER NOT NULL,
    PRIMARY KEY (table_id, round_index, user_id)
) STRICT, WITHOUT ROWID;

-- Holds all that a leaderboard asks for.
CREATE INDEX results_by_time ON results (guild_id, at, game, user_id, net);

CREATE TRIGGER results_refuse_update BEFORE UPDATE ON results
BEGIN
    SELECT RAISE(ABORT, 'a result is never changed');
END;

CREATE TRIGGER results_refuse_delete BEFORE DELETE ON results
BEGIN
    SELECT RAISE(ABORT, 'a result is never deleted');
END;

CREATE TRIGGER results_refuse_replace BEFORE INSERT ON results
WHEN EXISTS (
    SELECT 1 FROM results
    WHERE table_id = NEW.table_id AND round_index = NEW.round_index AND user_id = NEW.user_id
)
BEGIN
    SELECT RAISE(ABORT, 'a result is never replaced');
END;
