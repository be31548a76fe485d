-- Small texts the program keeps about itself, by name. The first is a print of the
-- slash commands that Discord was last told: registering is limited per day, and an
-- unchanged set need not be sent at every start. Nothing of a game or a balance is here.
CREATE TABLE facts (
    name TEXT PRIMARY KEY NOT NULL,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
