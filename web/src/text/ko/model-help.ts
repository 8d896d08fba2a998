/** The words about a missing model in Korean. */
import type { modelHelp as en } from '../en/model-help';

export const modelHelp: typeof en = {
  title: '모델로 답변 쓰기',
  lead: '모델이 없으면 문서의 문장을 그대로 인용해 답합니다. OpenAI API를 쓰는 서버면 되고, 이 컴퓨터의 Ollama, llama.cpp, LM Studio, vLLM도 됩니다. 두 가지를 설정하고 Stet을 시작하세요.',
  settings: ['모델이 있는 곳', '모델의 이름'],
  key: '그 서버에 키가 필요하면',
  then: 'Stet을 다시 시작한 뒤 되는지 보려면',
  docs: 'API 설명서',
};
