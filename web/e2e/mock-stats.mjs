/** Sums for the scripted server: a month with gaps, a source with a hostile name, every category of suggestions. */
export function stats(days) {
  const to = new Date('2026-11-22T09:00:00Z');
  const from = new Date(to.getTime() - days * 86_400_000);
  const answers = [[1, 8, 1, 1], [2, 9, 0, 0], [3, 5, 3, 1], [6, 10, 1, 0], [9, 0, 0, 0], [10, 7, 2, 2], [20, 4, 4, 0], [21, 12, 1, 1]]
    .filter(([ago]) => ago < days)
    .toReversed()
    .map(([ago, supported, unsupported, uncertain]) => {
      const judged = supported + unsupported + uncertain;
      return {
        date: new Date(to.getTime() - ago * 86_400_000).toISOString().slice(0, 10), answers: 3, judged, supported, unsupported, uncertain, removed: unsupported,
        accuracyRate: judged === 0 ? null : supported / judged, badges: { verified: 1, partial: 1, unverified: judged === 0 ? 0 : 1, no_sources: judged === 0 ? 1 : 0 },
      };
    });
  const source = (fileName, supported, unsupported, uncertain) => ({ documentId: null, fileName, supported, unsupported, uncertain });
  return {
    from: from.toISOString(), to: to.toISOString(), days, timeZone: 'UTC', answers,
    sources: [source('학칙.hwpx', 30, 4, 2), source('handbook.pdf', 14, 6, 3), source('<img src=x onerror="document.title=1">.pdf', 3, 2, 0), ...Array.from({ length: 12 }, (_, index) => source(`notes-${index}.txt`, 1, 0, 0))],
    latency: { firstTokenMs: { count: 24, p50: 412, p95: 1240 }, verdictMs: { count: 180, p50: 0.42, p95: 2.1 }, totalMs: null },
    patches: [
      { category: 'CORE', proposed: 6, pending: 1, accepted: 2, rejected: 2, conflict: 1, superseded: 0 },
      { category: 'EXPRESSION', proposed: 22, pending: 4, accepted: 12, rejected: 5, conflict: 0, superseded: 1 },
      { category: 'DETAIL', proposed: 41, pending: 0, accepted: 40, rejected: 1, conflict: 0, superseded: 0 },
    ],
  };
}

export function noStats(days) {
  const none = { proposed: 0, pending: 0, accepted: 0, rejected: 0, conflict: 0, superseded: 0 };
  return {
    ...stats(days), answers: [], sources: [], latency: { firstTokenMs: null, verdictMs: null, totalMs: null },
    patches: ['CORE', 'EXPRESSION', 'DETAIL'].map((category) => ({ category, ...none })),
  };
}
