/** Tables of the book: records, lines and settings, their history, revisions and the log. */
export const bookTables = `
-- Counters. Whoever writes to the book holds the row 'change', which counts such writes, until it commits.
CREATE TABLE sequences (
  name text COLLATE "C" PRIMARY KEY,
  value bigint NOT NULL,
  -- Of 'change': the stamp of the last write, which the next does not precede.
  stamp timestamptz
);
INSERT INTO sequences (name, value, stamp) VALUES ('change', 0, NULL), ('revision', 0, NULL);

-- The present records of every list, and the settings as a list of one. Lines of tariffs are apart.
CREATE TABLE records (
  list text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- The order of the list.
  position bigint NOT NULL,
  -- JSON as it was merged. Not jsonb: numbers and the order of fields stay as they were written.
  data text NOT NULL,
  version bigint NOT NULL,
  created timestamptz NOT NULL,
  updated timestamptz NOT NULL,
  -- Of a customer that was deleted and is still to be purged.
  deleted timestamptz,
  -- The first revision whose book has the record so; one more than the last where only labels changed since.
  from_revision bigint NOT NULL,
  -- The write that changed it last, so that other processes can load what they do not have.
  change bigint NOT NULL,
  PRIMARY KEY (list, key)
);
CREATE INDEX records_by_change ON records (change);
CREATE INDEX records_by_revision ON records (from_revision);

-- Records as they were: in the books of the revisions from the first up to before the last.
CREATE TABLE record_history (
  list text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  data text NOT NULL,
  from_revision bigint NOT NULL,
  to_revision bigint NOT NULL,
  -- The write that replaced or removed it.
  change bigint NOT NULL,
  PRIMARY KEY (list, key, to_revision)
);
CREATE INDEX record_history_by_change ON record_history (change);
CREATE INDEX record_history_by_revision ON record_history (to_revision, from_revision);

-- Lines of tariffs: present ones have no last revision.
CREATE TABLE tariff_lines (
  tariff text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  line text NOT NULL,
  from_revision bigint NOT NULL,
  to_revision bigint,
  PRIMARY KEY (tariff, position, from_revision)
);

CREATE TABLE revisions (
  number bigint PRIMARY KEY,
  digest text NOT NULL,
  stamp timestamptz NOT NULL,
  user_name text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  -- JSON: by list how many records were added, changed and removed.
  changes text NOT NULL
);

-- Every request that wrote something.
CREATE TABLE log (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stamp timestamptz NOT NULL,
  user_name text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  revision bigint NOT NULL
);
CREATE INDEX log_by_stamp ON log (stamp);
`;
