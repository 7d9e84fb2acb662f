/** What is said wherever no language model is connected: what that means, and what to do. */
export const NO_MODEL =
  'No language model is connected: answers are quotes from the documents. Connect one in Settings, or start with LLM_BASE_URL.'
