/** The words about a missing model in English. */

export const modelHelp = {
  title: 'Let a model write the answers',
  lead: 'Without a model, answers are sentences of your sources. Any server that speaks the API of OpenAI will do, also one on this machine (Ollama, llama.cpp, LM Studio, vLLM). Start Stet with two settings:',
  settings: ['where the model is', 'what it is called'],
  key: 'If that server wants a key:',
  then: 'Then start Stet again. Whether it works is said by',
  docs: 'Documentation of the API',
};
