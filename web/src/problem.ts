/** Problems in words for the reader: what the server said where it said it, otherwise what its answer means. */
import { ApiError, problemText } from './api';
import type { Messages } from './i18n';
import type { Problem } from './wire';

/** An error in words; an empty title means that the server did not answer, and the page says so in its language. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return { title: '', detail: null };
}

/** One sentence or two: what is wrong and, where waiting helps, how long. */
export function explain(problem: Problem, t: Messages): string {
  if (problem.title === '') return `${t.offline}. ${t.offlineDetail}`;
  // What the server says of keys is meant for programs.
  if (problem.status === 401) return t.keyMissing;
  if (problem.detail !== null) return problemText(problem);
  switch (problem.status) {
    case 413:
      return t.tooLarge;
    case 409:
      return t.underWay;
    case 502:
    case 504:
      // What stands in front of the server has no answer from it.
      return `${t.offline}. ${t.offlineDetail}`;
    case 429:
    case 503:
      return problem.retryAfter === undefined ? t.waitAndRetry : t.waitSeconds(problem.retryAfter);
    default:
      return problem.title;
  }
}
