# Two commands do it all: `make run` serves Stet, `make test` checks everything.
# Both install what they need by package name, and say in one line what cannot be had.

.PHONY: run build web tools test check bench clean help

## run: build page and server, provide PostgreSQL, serve on http://127.0.0.1:8787
run: web tools
	SQLX_OFFLINE=true cargo build --profile quick --locked --bin stet
	@exec target/quick/stet serve

## build: the web page and the server, optimised for a release
build: web tools
	SQLX_OFFLINE=true cargo build --release --locked --bin stet

## web: the page alone, into web/dist
web:
	@scripts/web.sh

## tools: the library that reads PDF files, into .tools (without it PDF files are refused)
tools:
	@scripts/tools.sh

## test: formatting, lints, docs, licences, SQL, Rust, web, clients of the wire, one tour in a browser
test:
	@scripts/test.sh

## bench: benchmarks with their baselines
bench:
	SQLX_OFFLINE=true cargo bench --locked

## clean: what was built (not the data in .stet)
clean:
	cargo clean
	rm -rf web/dist web/node_modules tests/clients/node_modules

help:
	@sed -n 's/^## //p' Makefile
