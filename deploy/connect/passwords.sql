-- The passwords of the users of tables.sql, from the environment of psql 14 or later. Run it again to change them.
\getenv writer_password EVENKEEL_DB_WRITER_PASSWORD
\getenv reader_password EVENKEEL_DB_READER_PASSWORD
alter role evenkeel_writer password :'writer_password';
alter role evenkeel_reader password :'reader_password';
