/**
 * Verdicts for the scripted server: `thirty` is a wrong number, `perhaps` is not decided by words, `[9]` is no source; a
 * sentence with another mark is supported by the passage of that number, a sentence without one is uncited and, with `surely`, could
 * cite the second.
 */
const share = (part, whole) => (whole === 0 ? null : part / whole);

export function verified({ answer, context }, passages) {
  const sources = context?.map(({ id, title, content }) => ({ id, title, page: null, content }))
    ?? Object.entries(passages).map(([id, { page, content }]) => ({ id, title: id === 'c1' ? '학칙.hwpx' : 'handbook.pdf', page, content }));
  const sentences = [];
  const log = [];
  let corrected = '';
  let given = 0;
  for (const whole of answer.match(/[^.!?]+[.!?]?\s*/g) ?? []) {
    const marks = [...whole.matchAll(/\s?\[\^?(\d+)\](?!:)/g)];
    const mark = marks[0];
    const number = Number(mark?.[1]);
    const source = sources[number - 1];
    const status = whole.startsWith('#') ? 'not_a_claim' : !mark ? 'uncited' : !source ? 'unknown_source' : whole.includes('thirty') ? 'unsupported' : whole.includes('perhaps') ? 'uncertain' : 'supported';
    const kept = status === 'supported';
    const text = kept ? whole : whole.replace(/\s?\[\d+\]/g, '');
    const start = corrected.length;
    // A footnote of a draft: the sentence is shown where it stands, with what the source has in its place.
    const cites = /\[\^\d\](?!:)/.test(whole);
    const could = status === 'uncertain' ? [number, source] : status === 'uncited' && whole.includes('surely') && sources[1] ? [2, sources[1]] : null;
    const origin = cites || could ? { origin: { start: given, end: given + whole.length } } : {};
    const against = cites && status === 'unsupported' ? { against: { sourceId: source.id, page: source.page, start: 0, end: 20, text: source.content.slice(0, 80), yours: 'thirty', theirs: 'three' } } : {};
    given += whole.length;
    corrected += text;
    const cited = could?.[1] ?? source;
    const quote = /[^.]+\./.exec(cited?.content ?? '')?.[0].trim() ?? '';
    const at = cited?.content.indexOf(quote) ?? -1;
    const place = start + text.trimEnd().replace(/[.!?]$/, '').length;
    const suggested = could ? { suggested: { number: could[0], mark: `[${could[0]}]`, sourceId: cited.id, start: place, end: place, evidence: { page: cited.page, text: quote, start: at, end: at + quote.length } } } : {};
    const reason = status === 'unsupported' ? 'The source does not state this value: thirty' : status === 'supported' ? 'The passage supports the sentence.' : '';
    sentences.push({
      index: sentences.length, start, end: corrected.length, text, kind: 'claim', status, score: kept ? 0.9 : 0.1, reason, veto: status === 'unsupported' ? 'number' : null,
      citations: kept ? [{ number, mark: `[${number}]`, sourceId: source.id, start, end: start + 3, evidence: { page: source.page, text: quote, start: at, end: at + quote.length } }] : [],
      ...origin,
      ...against,
      ...suggested,
      removed: mark && !kept && !could ? [{ mark: mark[0].trim(), reason: source ? reason : 'there is no source of that number' }] : [],
    });
    if (mark) {
      const verdict = status === 'supported' ? 'accurate' : status === 'uncertain' ? 'uncertain' : 'inaccurate';
      log.push({ citation_number: kept ? number : null, mark: mark[0].trim(), statement: text.trim(), source_file: source?.title ?? null, source_page: null, is_accurate: verdict === 'accurate', confidence: 0.9, explanation: reason, status: verdict });
    }
  }
  const of = (status) => sentences.filter((one) => one.status === status).length;
  const good = log.filter((entry) => entry.status === 'accurate').length;
  return {
    verified: good === log.length && log.length > 0, confidence: 0.62, issues: of('unsupported') > 0 ? ['1 sentence(s) that the cited sources do not support'] : [], reasoning: '', citations_valid: good === log.length,
    badge: good === 0 ? 'unverified' : good === sentences.length ? 'verified' : 'partial', accuracy_rate: share(good, log.length),
    counts: { sentences: sentences.length, claims: sentences.length, supported: of('supported'), unsupported: of('unsupported'), uncertain: of('uncertain'), unknown_source: of('unknown_source'), uncited: of('uncited') },
    sentences, corrected, verification_log: log, sources: sources.map(({ id, title, page }) => ({ id, title, page })), processing_time_ms: 3,
  };
}

export function queryVerified({ question }) {
  return {
    original_answer: `${question} Nine [1]. And ten [2].`, corrected_answer: `${question} Nine [1]. And ten.`, mode: 'hybrid', sources: [], verified: false, badge: 'partial', confidence: 0.7,
    removed_citations: [{ mark: '[2]', source_id: null, statement: 'And ten.', reason: 'there is no source of that number' }], accuracy_rate: 0.5, processing_time_ms: 5,
    verification_log: [
      { citation_number: 1, mark: '[1]', statement: 'Nine.', source_file: 'handbook.pdf', source_page: 2, is_accurate: true, confidence: 0.9, explanation: 'says so', status: 'accurate' },
      { citation_number: null, mark: '[2]', statement: 'And ten.', source_file: null, source_page: null, is_accurate: false, confidence: 0, explanation: 'there is no source of that number', status: 'inaccurate' },
    ],
  };
}
