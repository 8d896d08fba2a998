#!/bin/sh
# Writes what compose.yaml reads from files, in secrets/: the database's password and address, the key that clients send, and an empty
# file for a model's key. What is there stays as it is.
set -eu
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets
new() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
[ -e secrets/database_password ] || new >secrets/database_password
[ -e secrets/database_url ] || printf 'postgres://stet:%s@database/stet' "$(cat secrets/database_password)" >secrets/database_url
[ -e secrets/stet_api_key ] || new >secrets/stet_api_key
[ -e secrets/openai_api_key ] || : >secrets/openai_api_key
# The programs in the containers are other users; the folder keeps everyone else out.
chmod 644 secrets/*
