
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

CREATE TABLE public.log (
    number bigint NOT NULL,
    stamp timestamp with time zone NOT NULL,
    user_name text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    status integer NOT NULL,
    revision bigint NOT NULL
);

ALTER TABLE public.log ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.log_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.migrations (
    number integer NOT NULL,
    name text NOT NULL,
    applied timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.record_history (
    list text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    data text NOT NULL,
    from_revision bigint NOT NULL,
    to_revision bigint NOT NULL,
    change bigint NOT NULL
);

CREATE TABLE public.records (
    list text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    data text NOT NULL,
    version bigint NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    deleted timestamp with time zone,
    from_revision bigint NOT NULL,
    change bigint NOT NULL
);

CREATE TABLE public.revisions (
    number bigint NOT NULL,
    digest text NOT NULL,
    stamp timestamp with time zone NOT NULL,
    user_name text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    changes text NOT NULL
);

CREATE TABLE public.sequences (
    name text NOT NULL COLLATE pg_catalog."C",
    value bigint NOT NULL,
    stamp timestamp with time zone
);

CREATE TABLE public.tariff_lines (
    tariff text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    line text NOT NULL,
    from_revision bigint NOT NULL,
    to_revision bigint
);

INSERT INTO public.log OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-23 04:08:25.169112+00', 'office', 'PATCH', '/backend/api/v1/tollbook/book', 200, 1);
INSERT INTO public.log OVERRIDING SYSTEM VALUE VALUES (2, '2026-11-23 04:08:25.234215+00', 'office', 'PATCH', '/backend/api/v1/tollbook/book', 200, 1);
INSERT INTO public.log OVERRIDING SYSTEM VALUE VALUES (3, '2026-11-23 04:08:25.264734+00', 'office', 'PATCH', '/backend/api/v1/tollbook/book', 200, 2);

INSERT INTO public.migrations VALUES (1, 'book', '2026-11-23 04:08:25.090478+00');

INSERT INTO public.record_history VALUES ('customers', '7', 0, '{"id":7,"companyName":"Harbour Dental","defaultNationalTariff":"Business","ourColumn":{"deep":["é\u0000"]}}', 1, 2, 2);
INSERT INTO public.record_history VALUES ('tariffs', '1', 0, '{"id":1,"name":"Business","tariffClass":"national","baseCost":"1.2","rates":[]}', 1, 2, 3);
INSERT INTO public.record_history VALUES ('numbers', '3', 0, '{"id":3,"customerID":7,"number":"020 7946 0001"}', 1, 2, 3);

INSERT INTO public.records VALUES ('settings', 'book', 0, '{"billingPeriodStartDay":2}', 1, '2026-11-23 04:08:25.169112+00', '2026-11-23 04:08:25.169112+00', NULL, 1, 1);
INSERT INTO public.records VALUES ('callTypes', 'UK', 0, '{"name":"UK","tariffClass":"national"}', 1, '2026-11-23 04:08:25.169112+00', '2026-11-23 04:08:25.169112+00', NULL, 1, 1);
INSERT INTO public.records VALUES ('customers', '7', 0, '{"id":7,"companyName":"Harbour Dental","defaultNationalTariff":"Business","ourColumn":{"deep":["é\u0000"]},"address1":"2 High Street"}', 2, '2026-11-23 04:08:25.169112+00', '2026-11-23 04:08:25.234215+00', NULL, 2, 2);
INSERT INTO public.records VALUES ('tariffs', '1', 0, '{"id":1,"name":"Business","tariffClass":"national","baseCost":"1.2","rates":[]}', 2, '2026-11-23 04:08:25.169112+00', '2026-11-23 04:08:25.264734+00', NULL, 2, 3);

INSERT INTO public.revisions VALUES (1, '6f71d25e0b40e629473cb7182eab565bed254b15206349c4661e67297d69f193', '2026-11-23 04:08:25.169112+00', 'office', 'PATCH', '/backend/api/v1/tollbook/book', '{"settings":{"added":1,"changed":0,"removed":0},"callTypes":{"added":1,"changed":0,"removed":0},"tariffs":{"added":1,"changed":0,"removed":0,"linesAdded":2,"linesRemoved":0},"customers":{"added":1,"changed":0,"removed":0},"numbers":{"added":1,"changed":0,"removed":0}}');
INSERT INTO public.revisions VALUES (2, 'd592d38b3a1d25a5a70d86f6c0c2f5ea70df72ecf60a18ebc7f74068a07a54c0', '2026-11-23 04:08:25.264734+00', 'office', 'PATCH', '/backend/api/v1/tollbook/book', '{"tariffs":{"added":0,"changed":1,"removed":0,"linesAdded":1,"linesRemoved":1},"numbers":{"added":0,"changed":0,"removed":1}}');

INSERT INTO public.sequences VALUES ('id numbers', 3, NULL);
INSERT INTO public.sequences VALUES ('id customers', 7, NULL);
INSERT INTO public.sequences VALUES ('id tariffs', 1, NULL);
INSERT INTO public.sequences VALUES ('change', 3, '2026-11-23 04:08:25.264734+00');
INSERT INTO public.sequences VALUES ('revision', 2, NULL);

INSERT INTO public.tariff_lines VALUES ('1', 2097152, '{"tariffType":"UK","cost":3}', 1, NULL);
INSERT INTO public.tariff_lines VALUES ('1', 1048576, '{"prefix":"4420","cost":"1.50"}', 1, 2);
INSERT INTO public.tariff_lines VALUES ('1', 1048576, '{"prefix":"4420","cost":"1.75"}', 2, NULL);

SELECT pg_catalog.setval('public.log_number_seq', 3, true);

ALTER TABLE ONLY public.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.record_history
    ADD CONSTRAINT record_history_pkey PRIMARY KEY (list, key, to_revision);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (list, key);

ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.sequences
    ADD CONSTRAINT sequences_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.tariff_lines
    ADD CONSTRAINT tariff_lines_pkey PRIMARY KEY (tariff, "position", from_revision);

CREATE INDEX log_by_stamp ON public.log USING btree (stamp);

CREATE INDEX record_history_by_change ON public.record_history USING btree (change);

CREATE INDEX record_history_by_revision ON public.record_history USING btree (to_revision, from_revision);

CREATE INDEX records_by_change ON public.records USING btree (change);

CREATE INDEX records_by_revision ON public.records USING btree (from_revision);

