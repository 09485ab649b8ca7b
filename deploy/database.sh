#!/bin/sh
# The two logins: one owns the database and its schema, the other serves (docs/running.md).
set -eu
psql --username postgres --set=ON_ERROR_STOP=1 \
  --set=owner="$OWNER_PASSWORD" --set=service="$SERVICE_PASSWORD" <<'SQL'
CREATE ROLE mingmou LOGIN CREATEROLE PASSWORD :'owner';
CREATE ROLE mingmou_service LOGIN PASSWORD :'service';
CREATE DATABASE mingmou OWNER mingmou;
SQL
