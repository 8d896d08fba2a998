/** A document to try the page with, and questions that it answers. The files are in web/public. */
import type { Language } from './i18n';

interface Sample {
  file: string;
  /** What its source is called. */
  name: string;
  offer: string;
  title: string;
  questions: readonly string[];
}

export const SAMPLES: Record<Language, Sample> = {
  en: {
    file: 'sample-en.md',
    name: 'sample-agreement.md',
    offer: 'Try a sample document',
    title: 'Questions to begin with',
    questions: [
      'Within how many hours must the processor notify the controller of a breach?',
      'When must all personal data be deleted?',
      'To what amount is the liability of the processor limited?',
    ],
  },
  ko: {
    file: 'sample-ko.md',
    name: '예시-위탁계약.md',
    offer: '예시 문서로 해 보기',
    title: '먼저 물어볼 만한 질문',
    questions: ['수탁자는 유출을 안 때부터 몇 시간 이내에 통지하여야 하나요?', '개인정보는 계약이 끝난 날부터 며칠 이내에 파기하여야 하나요?', '수탁자의 책임 한도는 얼마인가요?'],
  },
};

/** The sample as a file that can be added like any other. */
export async function sampleFile({ file, name }: Sample): Promise<File> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return new File([await response.blob()], name, { type: 'text/markdown' });
}
