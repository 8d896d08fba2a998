// What a recorded stream says, worked out without any client: the text, the sources, the data parts after replacement,
// the merged metadata. It also checks what every stream of Stet promises on its own (see the wire in the design).

import assert from 'node:assert/strict';

/** The parts in the `data:` lines of an SSE recording. */
export function partsOf(text) {
  const data = text
    .split(/\r?\n\r?\n/)
    .map((frame) => frame.split(/\r?\n/).filter((line) => line.startsWith('data:')))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.slice(5).trimStart()).join('\n'));
  assert.equal(data.at(-1), '[DONE]', 'the last frame is [DONE]');
  return data.slice(0, -1).map((json) => JSON.parse(json));
}

function merge(base, over) {
  if (base === undefined) return over;
  const plain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  const out = { ...base };
  for (const [key, value] of Object.entries(over)) {
    out[key] = plain(value) && plain(out[key]) ? merge(out[key], value) : value;
  }
  return out;
}

/** Edits in `seq` order; offsets are UTF-16 code units of the text as it then is. */
export function withEdits(text, edits) {
  return [...edits]
    .sort((a, b) => a.seq - b.seq)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.replacement + text.slice(edit.end), text);
}

const insidePair = (text, at) => /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '');

/** Follows the parts and returns what a client must end up with. `lenient` skips the promises. */
export function expected(parts, { lenient = false } = {}) {
  const want = { texts: [], sources: [], data: [], dataSent: 0, errors: [] };
  const open = new Map();
  const byText = new Map();
  for (const part of parts) {
    switch (part.type) {
      case 'start':
        want.messageId = part.messageId;
        if (part.messageMetadata != null) want.metadata = merge(want.metadata, part.messageMetadata);
        break;
      case 'text-start': {
        const text = { id: part.id, text: '', ended: false, providerMetadata: part.providerMetadata };
        open.set(part.id, text);
        byText.set(part.id, text);
        want.texts.push(text);
        break;
      }
      case 'text-delta': {
        const text = open.get(part.id);
        if (text) text.text += part.delta;
        break;
      }
      case 'text-end': {
        const text = open.get(part.id);
        if (!text) break;
        text.ended = true;
        text.citations = part.citations;
        text.providerMetadata = part.providerMetadata ?? text.providerMetadata;
        open.delete(part.id);
        break;
      }
      case 'source-document':
      case 'source-url': {
        const keep = ['type', 'sourceId', 'url', 'mediaType', 'title', 'filename', 'providerMetadata'];
        want.sources.push(Object.fromEntries(keep.filter((key) => part[key] !== undefined).map((key) => [key, part[key]])));
        break;
      }
      case 'error':
        want.errors.push(part.errorText);
        break;
      case 'finish':
        want.finishReason = part.finishReason;
      // falls through: it may carry metadata as well
      case 'message-metadata':
        if (part.messageMetadata != null) want.metadata = merge(want.metadata, part.messageMetadata);
        break;
      default:
        if (!part.type.startsWith('data-')) break;
        want.dataSent += 1;
        if (part.transient) break;
        {
          const old = part.id == null ? undefined : want.data.find((other) => other.type === part.type && other.id === part.id);
          if (old) old.data = part.data;
          else want.data.push({ type: part.type, id: part.id, data: part.data });
        }
    }
  }
  if (!lenient) promises(parts, want, byText, open);
  return want;
}

/** What every answer of Stet keeps to, beyond what a client demands. */
function promises(parts, want, byText, open) {
  const error = parts.findIndex((part) => part.type === 'error');
  assert.ok(error < 0 || error === parts.length - 1, 'nothing follows `error`, since clients read nothing after it');
  const types = parts.map((part) => part.type);
  // Before everything comes anew a sign says so, which is no part of the message.
  assert.equal(types.find((type) => type !== 'data-replay'), 'start', 'the first part is `start`');
  assert.ok(want.messageId, '`start` names the message');
  assert.equal(types.filter((type) => type === 'start').length, 1, 'one `start`');
  const last = types.at(-1);
  assert.ok(['finish', 'abort', 'error'].includes(last), `the last part is finish, abort or error, not ${last}`);
  if (last === 'finish') assert.equal(open.size, 0, 'every text is ended before `finish`');
  const sources = new Set(want.sources.map((source) => source.sourceId));
  assert.equal(sources.size, want.sources.length, 'each source once');
  const data = (type) => want.data.filter((part) => part.type === type).map((part) => part.data);
  for (const part of want.data) assert.ok(part.id != null, `${part.type} has an id`);
  for (const [id, text] of byText) {
    let end = 0;
    for (const sentence of data('data-sentence').filter((sentence) => sentence.textId === id).sort((a, b) => a.index - b.index)) {
      const at = `sentence ${sentence.index} of text ${id}`;
      assert.ok(Number.isInteger(sentence.start) && Number.isInteger(sentence.end), `${at}: offsets are integers`);
      assert.ok(sentence.start >= end && sentence.start <= sentence.end, `${at}: in order`);
      assert.ok(sentence.end <= text.text.length, `${at}: inside the text, in UTF-16 code units`);
      assert.ok(!insidePair(text.text, sentence.start) && !insidePair(text.text, sentence.end), `${at}: cuts no character`);
      end = sentence.end;
      for (const citation of sentence.citations ?? []) {
        if (citation.sourceId != null) assert.ok(sources.has(citation.sourceId), `${at}: cites a source of this answer`);
        // Offsets of a citation are in the text as well.
        if (citation.start != null) {
          assert.equal(text.text.slice(citation.start, citation.end), citation.mark, `${at}: the mark stands where it says`);
        }
      }
    }
    const edits = data('data-edit').filter((edit) => edit.textId === id);
    text.edited = withEdits(text.text, edits);
    assert.equal(new Set(edits.map((edit) => edit.seq)).size, edits.length, 'each edit has its own `seq`');
  }
}
