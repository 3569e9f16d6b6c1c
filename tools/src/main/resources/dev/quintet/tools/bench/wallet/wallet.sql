-- What one transfer of the wallet promises, in one call: a unique key that replays, the next nonce, two balances that
-- cannot go below zero, two entries with the running balance.
CREATE TABLE accounts (id text PRIMARY KEY, nonce bigint NOT NULL);
CREATE TABLE balances (
    account text NOT NULL, asset text NOT NULL, total numeric(39) NOT NULL CHECK (total >= 0),
    PRIMARY KEY (account, asset)
) WITH (fillfactor = 50);
CREATE TABLE transfers (
    seq bigserial PRIMARY KEY, debited text NOT NULL, key text NOT NULL, credited text NOT NULL, asset text NOT NULL,
    amount numeric(39) NOT NULL, nonce bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (debited, key)
);
CREATE TABLE entries (
    account text NOT NULL, seq bigint NOT NULL, asset text NOT NULL, amount numeric(39) NOT NULL,
    balance numeric(39) NOT NULL, PRIMARY KEY (account, seq)
);
INSERT INTO accounts SELECT 'acc' || n, 0 FROM generate_series(0, 9999) n;
INSERT INTO accounts VALUES ('hot', 0);
INSERT INTO balances SELECT id, 'ron', 0 FROM accounts;

CREATE FUNCTION open_clients(prefix text, clients int) RETURNS void LANGUAGE sql AS $$
    INSERT INTO accounts SELECT prefix || '-' || n, 0 FROM generate_series(0, clients - 1) n;
    INSERT INTO balances SELECT prefix || '-' || n, 'ron', 1e20 FROM generate_series(0, clients - 1) n;
$$;

CREATE FUNCTION transfer(f text, t text, a text, amt numeric, n bigint, k text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    s bigint;
    rest numeric;
    sum numeric;
BEGIN
    INSERT INTO transfers (debited, key, credited, asset, amount, nonce) VALUES (f, k, t, a, amt, n)
        ON CONFLICT (debited, key) DO NOTHING RETURNING seq INTO s;
    IF s IS NULL THEN
        SELECT seq INTO STRICT s FROM transfers
            WHERE debited = f AND key = k AND credited = t AND asset = a AND amount = amt AND nonce = n;
        RETURN s;
    END IF;
    UPDATE accounts SET nonce = n WHERE id = f AND nonce = n - 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'nonce conflict';
    END IF;
    UPDATE balances SET total = total - amt WHERE account = f AND asset = a RETURNING total INTO rest;
    INSERT INTO balances (account, asset, total) VALUES (t, a, amt)
        ON CONFLICT (account, asset) DO UPDATE SET total = balances.total + excluded.total RETURNING total INTO sum;
    INSERT INTO entries VALUES (f, s, a, -amt, rest), (t, s, a, amt, sum);
    RETURN s;
END $$;

-- A thousand transfers as sets: made here rather than sent and parsed, and with the balance after the whole set rather
-- than after each, both in its favour. Ordered updates, so that two of them cannot deadlock.
CREATE FUNCTION transfer_batch(f text, a text, amt numeric, first bigint, count int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    rest numeric;
BEGIN
    CREATE TEMP TABLE IF NOT EXISTS made (seq bigint, credited text) ON COMMIT DELETE ROWS;
    WITH inserted AS (
        INSERT INTO transfers (debited, key, credited, asset, amount, nonce)
            SELECT f, f || '-' || n, 'acc' || floor(random() * 10000)::int, a, amt, n
                FROM generate_series(first, first + count - 1) n
            ON CONFLICT (debited, key) DO NOTHING RETURNING seq, credited)
    INSERT INTO made SELECT * FROM inserted;
    UPDATE accounts SET nonce = first + count - 1 WHERE id = f AND nonce = first - 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'nonce conflict';
    END IF;
    UPDATE balances SET total = total - amt * (SELECT count(*) FROM made) WHERE account = f AND asset = a
        RETURNING total INTO rest;
    PERFORM 1 FROM balances WHERE account IN (SELECT credited FROM made) AND asset = a ORDER BY account FOR UPDATE;
    UPDATE balances b SET total = b.total + m.sum
        FROM (SELECT credited, count(*) * amt AS sum FROM made GROUP BY credited) m
        WHERE b.account = m.credited AND b.asset = a;
    INSERT INTO entries SELECT f, seq, a, -amt, rest FROM made;
    INSERT INTO entries SELECT credited, seq, a, amt, b.total FROM made JOIN balances b ON account = credited AND asset = a;
    RETURN first + count;
END $$;
