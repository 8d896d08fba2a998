/**
 * Writes the shapes by which the page decodes JSON out of the OpenAPI document: of the schemas that it decodes, the members
 * that it reads, each as the value that stands where there is none. src/decode.ts says what is done with them.
 * What cannot be written so is refused by name.
 */
const HEAD = `/**
 * The shapes by which the page decodes JSON, made by scripts/shapes.mjs out of openapi.json; decode.ts says how they are read.
 * Not to be edited: \`npm run types\` writes this file, and the tests fail when it differs from the document.
 */
`;

/**
 * The schemas that the page decodes, with what they refer to, and of them the members that it reads; all where none is named.
 * A number that nobody reads must not be among them: where it is missing, the whole object is left out.
 */
const DECODED = {
  AnswerGrade: ['overall', 'feedback'],
  ChatMessage: ['metadata', 'branch'],
  Decided: ['changed', 'conflicts'],
  DecisionList: ['decisions'],
  DraftDesk: [],
  DraftList: [],
  DraftPatch: ['id', 'groupId', 'op', 'start', 'end', 'before', 'after', 'category', 'gates', 'reasons', 'ruleIds', 'verdict', 'present', 'status'],
  DraftRevision: ['revision', 'cause', 'restoredFrom', 'createdAt', 'author', 'text'],
  EntityReference: ['number', 'title'],
  FactVerdict: ['status', 'evidence'],
  HallucinationCheck: ['score', 'scores'],
  LintResult: ['breaches'],
  LogEntry: ['citation_number', 'statement', 'source_file', 'source_page', 'explanation', 'status'],
  Metadata: [
    'badge', 'verified', 'status', 'cut_off', 'confidence', 'accuracy_rate', 'issues', 'related', 'removed_citations', 'verification_log',
    'model', 'extracts', 'warnings', 'notes', 'key_points', 'page_images', 'entity_references', 'human_feedback_used',
    'hallucination_check', 'answer_grade', 'language',
  ],
  Pack: ['warnings'],
  PageImage: ['number', 'page', 'caption', 'url'],
  PartError: ['errorText'],
  PartSource: ['providerMetadata'],
  PartStep: ['data'],
  PatchDecision: ['id', 'decision', 'decidedBy', 'category', 'ruleIds', 'before', 'after', 'createdAt'],
  Problem: ['type', 'title', 'detail', 'field'],
  RemovedCitation: ['mark', 'reason'],
  RevisionList: ['revisions', 'next'],
  // The parameters are a map: whoever wants them looks at what was sent.
  Told: ['code'],
};

/** Schemas of which any part may be there: a message has its metadata piece by piece, and an interrupted one never has all. */
const PARTLY = new Set(['Metadata']);

const SCALARS = { string: "''", integer: '0', number: '0', boolean: 'false' };

/** The name of the schema that a reference leads to. */
export function named(address) {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(address)?.[1];
  if (!name) throw new Error(`${address} is no schema`);
  return name;
}

/** A schema for each type that the values of a schema have. */
function eachOf(schema) {
  if (schema.oneOf) return schema.oneOf;
  const values = schema.enum ?? ('const' in schema ? [schema.const] : null);
  const types = values ? values.map((one) => (one === null ? 'null' : typeof one)) : [schema.type].flat();
  return [...new Set(types)].map((type) => ({ ...schema, type }));
}

/** The text of the file for a document. */
export function shapes(document, decoded = DECODED) {
  const { schemas } = document.components;
  /** Constants by their names, each behind those that it names. */
  const made = new Map();

  function constant(name) {
    if (made.get(name) === null) throw new Error(`${name} contains itself`);
    if (made.has(name)) return name;
    made.set(name, null);
    const shape = object(members(schemas[name], name), decoded[name] ?? [], PARTLY.has(name));
    made.delete(name);
    made.set(name, shape);
    return name;
  }

  /** The members of a schema with those of all that it is made of; null where it is no object. */
  function members(schema, name) {
    if (!schema) throw new Error(`there is no schema ${name}`);
    if (schema.$ref) return members(schemas[named(schema.$ref)], named(schema.$ref));
    const parts = (schema.allOf ?? []).map((part) => members(part, name));
    if (parts.includes(null) || (parts.length === 0 && !schema.properties)) return null;
    return {
      properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties),
      required: [...parts.flatMap((part) => part.required), ...(schema.required ?? [])],
    };
  }

  function object({ properties, required }, read, partly = false) {
    for (const name of read) if (!(name in properties)) throw new Error(`there is no member ${name}`);
    const lines = Object.entries(properties)
      .filter(([name]) => read.length === 0 || read.includes(name))
      .map(([name, schema]) => `${partly || !required.includes(name) ? `'${name}?'` : name}: ${shapeOf(schema, name)},`);
    return `{\n  ${lines.join('\n').replaceAll('\n', '\n  ')}\n}`;
  }

  function shapeOf(schema, name) {
    if (schema.$ref) return members(schema) ? constant(named(schema.$ref)) : shapeOf(schemas[named(schema.$ref)], name);
    if (schema.allOf?.length === 1 && !schema.properties) return shapeOf(schema.allOf[0], name);
    const each = eachOf(schema);
    const kinds = new Set(each.filter((one) => one.type !== 'null').map((one) => (one.$ref ? shapeOf(one, name) : plain(one, name))));
    if (kinds.size !== 1) throw new Error(`scripts/shapes.mjs cannot tell what ${name} is`);
    const [kind] = kinds;
    return each.some((one) => one.type === 'null') ? `[${kind}, null]` : kind;
  }

  function plain(schema, name) {
    if (schema.type === 'array') return `[${shapeOf(schema.items, name)}]`;
    if (schema.properties) return object(members(schema, name), []);
    if (!(schema.type in SCALARS)) throw new Error(`scripts/shapes.mjs cannot tell what ${name} is`);
    return SCALARS[schema.type];
  }

  for (const name of Object.keys(decoded)) constant(name);
  return [HEAD, ...[...made].map(([name, shape]) => `export const ${name} = ${shape} as const;\n`)].join('\n');
}
