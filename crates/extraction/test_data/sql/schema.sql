-- Berths and the ships in them.
CREATE TABLE IF NOT EXISTS berths (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    depth INTEGER DEFAULT 0
);

-- Ships that were ever here.
CREATE TABLE quay.ships (
    id INTEGER PRIMARY KEY,
    berth_id INTEGER REFERENCES berths (id),
    draught NUMERIC(6, 2)
);

CREATE UNIQUE INDEX ships_by_berth ON ships (berth_id);

CREATE VIEW free_berths AS
SELECT b.id, b.name
FROM berths b
LEFT JOIN ships s ON s.berth_id = b.id
WHERE s.id IS NULL;

CREATE FUNCTION admit(ship INTEGER) RETURNS INTEGER AS $$
    UPDATE ships SET berth_id = next_berth(ship) WHERE id = ship;
    SELECT 1;
$$ LANGUAGE sql;

CREATE TYPE flag AS ENUM ('red', 'green');

CREATE TRIGGER log_ship AFTER INSERT ON ships FOR EACH ROW EXECUTE FUNCTION write_log();

INSERT INTO berths (name, depth) VALUES ('north', 12), ('south', 8);

SELECT count(*) FROM ships;
