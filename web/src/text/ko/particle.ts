/** Korean particles that follow the last sound of a word which is not known before. */

/** The digits whose Korean names end in a consonant: 영, 일, 삼, 육, 칠, 팔. */
const CLOSED_DIGITS = '013678';
/** Of those, the ones that end in ㄹ, which takes 로. */
const LIQUID_DIGITS = '178';

type Sound = 'open' | 'closed' | 'liquid';

function lastSound(word: string): Sound {
  const last = [...word].findLast((char) => /[\p{L}\p{N}]/u.test(char)) ?? '';
  if (/[가-힣]/.test(last)) {
    const final = (last.charCodeAt(0) - 0xac00) % 28;
    return final === 0 ? 'open' : final === 8 ? 'liquid' : 'closed';
  }
  if (LIQUID_DIGITS.includes(last) && last !== '') return 'liquid';
  if (CLOSED_DIGITS.includes(last) && last !== '') return 'closed';
  // A word that is spelled out is read by the name of its last letter (엘, 엠, 엔, 알), another one as it sounds.
  const spelled = /(?:^|[^\p{L}])\p{Lu}+[^\p{L}]*$/u.test(word);
  if (/l/i.test(last) || (spelled && last === 'R')) return 'liquid';
  return (spelled ? /[MN]/ : /[bkmnp]/i).test(last) ? 'closed' : 'open';
}

const PAIRS = { 은: ['은', '는'], 이: ['이', '가'], 을: ['을', '를'], 과: ['과', '와'], 으로: ['으로', '로'] } as const;

/** The particle of this pair that is right after the word; it stands after a closing quotation mark, too. */
export function particle(word: string, pair: keyof typeof PAIRS): string {
  const sound = lastSound(word);
  const [closed, open] = PAIRS[pair];
  return sound === 'open' || (pair === '으로' && sound === 'liquid') ? open : closed;
}
