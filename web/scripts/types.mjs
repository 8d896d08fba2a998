/**
 * Writes the types of the wire out of the OpenAPI document: one type per schema, and what every route takes and answers
 * with; beside them the shapes of what the page decodes (shapes.mjs). `--check` writes nothing and fails when a file is not
 * what the document gives; so do the unit tests.
 * Knows the part of JSON Schema that the document uses and refuses the rest by name.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { named, shapes } from './shapes.mjs';

const GENERATED = new URL('../src/generated/', import.meta.url);

const HEAD = `/**
 * The shapes of the HTTP interface, made by scripts/types.mjs out of openapi.json, which src/http/openapi.rs makes.
 * Not to be edited: \`npm run types\` writes this file, and the tests fail when it differs from the document.
 */
`;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const KNOWN = new Set([
  '$ref', 'type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items', 'oneOf', 'anyOf', 'allOf',
  // Said about values, not about their type.
  'description', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems',
  'pattern', 'default', 'examples', 'example', 'discriminator', 'title', 'deprecated',
]);
const SCALARS = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

const indent = (text) => text.replaceAll('\n', '\n  ');
const literal = (value) => (typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value));
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));
const comment = (text) => (text ? `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n` : '');
const either = (types) => [...new Set(types)].join(' | ');

function typeOf(schema) {
  if (schema === true || Object.keys(schema).length === 0) return 'unknown';
  for (const word of Object.keys(schema)) {
    if (!KNOWN.has(word) && !word.startsWith('x-')) throw new Error(`scripts/types.mjs does not know the keyword ${word}`);
  }
  if (schema.$ref) return named(schema.$ref);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return either(schema.enum.map(literal));
  const whole = [];
  const own = schema.type === undefined && !schema.properties ? null : either([schema.type ?? 'object'].flat().map((type) => plain(type, schema)));
  if (own !== null) whole.push(own);
  for (const part of schema.allOf ?? []) whole.push(typeOf(part));
  // An anyOf that only says which members are required narrows nothing that a type can say.
  const variants = (schema.oneOf ?? schema.anyOf ?? []).filter((one) => Object.keys(one).some((word) => word !== 'required'));
  if (variants.length > 0) whole.push(either(variants.map(typeOf)));
  if (whole.length === 0) return 'unknown';
  return whole.length === 1 ? whole[0] : whole.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ');
}

function plain(type, schema) {
  if (type === 'array') {
    const item = schema.items ? typeOf(schema.items) : 'unknown';
    return / [|&] /.test(item) ? `(${item})[]` : `${item}[]`;
  }
  return type === 'object' ? object(schema) : (SCALARS[type] ?? fail(type));
}

function fail(type) {
  throw new Error(`scripts/types.mjs does not know the type ${type}`);
}

function object({ properties, required = [], additionalProperties }) {
  const members = Object.entries(properties ?? {});
  if (members.length === 0) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${value}>`;
  }
  const lines = members.map(([name, schema]) => `${comment(schema.description)}${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`);
  return `{\n  ${indent(lines.join('\n'))}\n}`;
}

function resolved(document, value) {
  return value?.$ref ? value.$ref.replace('#/', '').split('/').reduce((at, name) => at[name], document) : value;
}

/** The type of a JSON body; null where the body is none or of another kind. */
function bodyOf(document, value) {
  const schema = resolved(document, value)?.content?.['application/json']?.schema;
  return schema ? typeOf(schema) : null;
}

function routes(document) {
  const lines = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const done = Object.entries(operation.responses).filter(([status]) => /^2\d\d$/.test(status));
      const answers = done.map(([, response]) => bodyOf(document, response)).filter((type) => type !== null);
      const members = [
        `request: ${bodyOf(document, operation.requestBody) ?? 'undefined'};`,
        `response: ${answers.length > 0 ? either(answers) : 'undefined'};`,
      ];
      lines.push(`${comment(operation.summary)}${literal(`${method.toUpperCase()} ${path}`)}: {\n  ${indent(members.join('\n'))}\n};`);
    }
  }
  return `/** What every route takes and answers with, where that is JSON. */\nexport interface Routes {\n  ${indent(lines.join('\n'))}\n}\n`;
}

/** The text of the file for a document. */
export function generate(document) {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  return [HEAD, ...schemas, routes(document)].join('\n');
}

/** The text of every file by its name. */
export function wanted() {
  const document = JSON.parse(readFileSync(new URL('openapi.json', GENERATED), 'utf8'));
  return { 'api.ts': generate(document), 'shapes.ts': shapes(document) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(wanted())) {
    const target = new URL(name, GENERATED);
    if (!process.argv.includes('--check')) {
      writeFileSync(target, text);
    } else if (readFileSync(target, 'utf8') !== text) {
      console.error(`web/src/generated/${name} is not what web/src/generated/openapi.json gives: run npm run types in web/`);
      process.exitCode = 1;
    }
  }
}
