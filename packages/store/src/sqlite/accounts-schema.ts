import type { Migrations } from './database.ts'

/** The one file beside the graphs: who may come in. Times are milliseconds since 1970. */
export const ACCOUNTS_SCHEMA: Migrations = [
  `
  CREATE TABLE account (
    id         TEXT PRIMARY KEY,
    plan       TEXT NOT NULL CHECK (plan IN ('active', 'grace', 'none')),
    ended_at   INTEGER,
    allowed    INTEGER NOT NULL,
    zone       TEXT,
    quota      INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE token (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    scope        TEXT NOT NULL CHECK (scope IN ('read', 'write')),
    zone         TEXT,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX token_of_account ON token (account_id, created_at, id);
  `,
  `
  CREATE TABLE session (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,
    device       TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    ended_at     INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_of_account ON session (account_id, created_at, id);
  `,
]
