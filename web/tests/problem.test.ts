import { expect, test } from 'vitest';
import { fileName } from '../src/files';
import { MESSAGES } from '../src/i18n';
import { explain } from '../src/problem';

test('a problem is explained by the server, otherwise by what its status means', () => {
  const t = MESSAGES.en;
  const problem = (status: number, more: object = {}): string => explain({ title: 'T', detail: null, status, ...more }, t);
  expect(explain({ title: '', detail: null }, t)).toBe(`${t.offline}. ${t.offlineDetail}`);
  expect(problem(413, { detail: 'At most 5 bytes.' })).toBe('At most 5 bytes.');
  expect(problem(413)).toBe(t.tooLarge);
  expect(problem(409)).toBe(t.underWay);
  expect(problem(503)).toBe(t.waitAndRetry);
  expect(problem(503, { retryAfter: 1 })).toBe(t.waitSeconds(1));
  expect(problem(502)).toBe(`${t.offline}. ${t.offlineDetail}`);
  expect(problem(502, { detail: 'The model does not answer.' })).toBe('The model does not answer.');
  expect(problem(401, { detail: 'Send the header Authorization.' })).toBe(t.keyMissing);
  expect(problem(500)).toBe('T');
});

test('a title becomes the name of a file on every system', () => {
  expect(fileName('How long: a leave?', 'md')).toBe('How long a leave.md');
  expect(fileName('..\\..\\etc/passwd\n', 'json')).toBe('etc passwd.json');
  expect(fileName('휴학은 얼마나?', 'md')).toBe('휴학은 얼마나.md');
  expect(fileName('\u0000??', 'md')).toBe('stet.md');
  expect([...fileName('😀'.repeat(100), 'md')]).toHaveLength(63);
});
