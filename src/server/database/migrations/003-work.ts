/** Tallies of batches that are priced in parts. */
export const workTables = `
-- JSON: what the calls of a part came to, once they are priced.
ALTER TABLE parts ADD COLUMN report text;
-- JSON: what the calls came to that were answered when the batch was taken in. Blank where it was priced in its request.
ALTER TABLE batches ADD COLUMN report text;
CREATE INDEX parts_open_of_batch ON parts (batch_id) WHERE state = 'open';
`;
