/** How loud a rule is, in the colours and shapes of the page. */
import type { Rule } from '../generated/api';
import type { SentenceStatus } from '../wire';

export const SEVERITY_LOOK = {
  suggestion: 'uncited',
  warning: 'uncertain',
  error: 'unsupported',
} as const satisfies Record<NonNullable<Rule['severity']>, SentenceStatus>;
