/**
 * The topics of the page, in their order, with what each setting is called there. A setting of a model alias is named without the
 * alias. What stands in no topic gets one by the first word of its name, so that a setting that comes later is seen all the same.
 */
export const TOPICS = [
  {
    id: 'model',
    title: 'Model',
    about: 'Which model writes the answers and how freely. An alias is the name that a question asks for; “default” serves the rest.',
    of: /^(llms|embeddings)\./,
  },
  {
    id: 'answers',
    title: 'Answers',
    about: 'How passages are found for a question, and how long conversations are kept.',
    of: /^(retrieval|chat)\./,
  },
  {
    id: 'reading',
    title: 'Reading files',
    about: 'How files are read and cut into passages. Passages that exist stay as they are; upload a file again to cut it anew.',
    of: /^(parsing|chunking)\./,
  },
  {
    id: 'uploads',
    title: 'Uploads',
    about: 'What is accepted, how much is kept, and the index that it goes into.',
    of: /^(upload|storage|indexes)\./,
  },
  {
    id: 'access',
    title: 'Who sees what',
    about: 'How the claims of a token decide which labelled documents its holder may read.',
    of: /^access\./,
  },
  { id: 'watch', title: 'Watched folder', about: 'What documents get that come from the folder of WATCH_DIR.', of: /^watch\./ },
  {
    id: 'retention',
    title: 'Kept files',
    about: 'How long the files of deleted and replaced documents stay.',
    of: /^retention\./,
  },
  { id: 'local_models', title: 'Models nearby', about: 'Whether a start looks for model servers of this machine.', of: /^local_models\./ },
  { id: 'tagging', title: 'Tags of posts', about: 'The workflow that suggests tags for posts.', of: /^tagging\./ },
  { id: 'annex', title: 'Edits of annexes', about: 'How annexes of emergency plans are edited by instruction.', of: /^annex\./ },
  { id: 'guides', title: 'Guides', about: 'How quick reference guides are made of plans.', of: /^guides\./ },
  { id: 'sdac', title: 'Cost reports', about: 'When a cost is a finding, and how much one may upload and ask.', of: /^sdac\./ },
  { id: 'reasoning', title: 'Reasoning', about: 'How many series and points one analysis may have.', of: /^reasoning\./ },
]

const PARAMS = {
  n: ['Answers per question', 'How many answers the model writes for one question. More cost more.'],
  temperature: ['Freedom', '0 gives nearly the same answer each time; higher is freer and less predictable.'],
  top_p: ['Choice of words', 'The model picks only among its likeliest words, up to this share. Leave it at 1 when you set the freedom.'],
  max_tokens: ['Longest answer', 'A token is about three quarters of an English word.', 'tokens'],
  frequency_penalty: ['Against repeated words', 'Above 0, words that came often come less.'],
  presence_penalty: ['Against old topics', 'Above 0, words that came at all come less, so that the answer moves on.'],
  stop: ['Stop at', 'The answer ends where one of these texts would come. Up to four, separated by commas.'],
}
const PRICE = {
  input: ['Price of a question', 'For a million tokens of the prompt. Used to show what answers cost.'],
  output: ['Price of an answer', 'For a million tokens of the answer.'],
  currency: ['Currency', 'Three letters, such as USD or EUR.'],
}
const BUDGET = {
  requests_per_minute: ['Calls per minute', 'Further calls wait. Empty: as many as come.'],
  tokens_per_minute: ['Tokens per minute', 'Of prompts and answers together. Further calls wait. Empty: as many as come.'],
  concurrency: ['Calls at once', 'Empty: as many as come.'],
  queue: ['Calls that may wait', 'One more is refused with “try again later”.'],
  wait_ms: ['Longest wait of a question', 'Documents that are processed wait as long as it takes.', 'ms'],
}
const MODEL = {
  provider: [
    'Provider',
    'Who serves the model. “embedded” answers without a model, by quoting the documents, and so does any other until a server is connected.',
  ],
  model: ['Model name', 'As the provider calls it, such as gpt-4o-mini or llama3.1.'],
  deployment: ['Deployment', 'On Azure: the name of the deployment.'],
  api_version: ['API version', 'On Azure: a date such as 2024-10-21.'],
  timeout_ms: ['Give up after', 'Without a reply, or when an answer falls silent.', 'ms'],
  multimodal: ['Reads images', 'Switch it on where the model does; questions with images are refused otherwise.'],
  reasoning: ['Thinks before it answers', 'Switch it on for models that take a reasoning effort.'],
}

const EXACT = {
  'retrieval.top_k': ['Passages per answer', 'How many passages of the documents an answer is drawn from.', 'passages'],
  'retrieval.mode': ['Search by', 'Automatic uses meaning as well where that was measured to help.'],
  'retrieval.weights.text': ['Weight of words', 'In a search by words and meaning.'],
  'retrieval.weights.vector': ['Weight of meaning', 'In a search by words and meaning.'],
  'retrieval.deduplicate': ['Leave out copies', 'Passages that say the same word for word count once.'],
  'retrieval.rerank.enabled': [
    'Put the best first',
    'A second model orders the passages before the answer. It needs RERANK_BASE_URL or a model below.',
  ],
  'retrieval.rerank.model': ['Model that orders', 'An alias; used where RERANK_BASE_URL is not set.'],
  'retrieval.rerank.candidates': ['Passages to order', 'How many are looked at.', 'passages'],
  'retrieval.rerank.timeout_ms': ['Order within', 'After this the order of the search holds.', 'ms'],
  'retrieval.rewrite.enabled': [
    'Understand follow-ups',
    'A model turns “And in Texas?” into a question of its own before it is looked up.',
  ],
  'retrieval.rewrite.model': ['Model for follow-ups', 'An alias; empty: the model that answers.'],
  'retrieval.rewrite.timeout_ms': ['Understand within', 'After this a rule without a model does it.', 'ms'],
  'chat.conversations.keep_days': ['Keep conversations', 'Counted from the last question.', 'days'],
  'chat.conversations.max_conversations': ['Conversations of one person', 'The oldest give way.'],
  'chat.conversations.max_questions': ['Questions of a conversation', 'The oldest give way.'],
  'chat.conversations.max_mb_per_caller': ['Size of one caller’s conversations', 'The oldest give way.', 'MB'],
  'parsing.timeout_ms': ['Time to read a file', 'As much again for every 20 MB of the file.', 'ms'],
  'parsing.memory_mb': ['Memory to read a file', 'A reader that takes more is ended, and the file is refused.', 'MB'],
  'parsing.max_inflated_mb': ['Unpacked size', 'What an archive (Word, Excel, PowerPoint) may unpack to.', 'MB'],
  'parsing.max_compression_ratio': ['Unpacked size, in times', 'How many times its own size an archive may unpack to.'],
  'parsing.max_archive_entries': ['Files in an archive', 'An archive with more is refused.'],
  'parsing.max_pages': ['Pages of a PDF', 'A PDF with more is refused.', 'pages'],
  'parsing.ocr.engine': ['Scanned pages are read by', 'Left out: the model below where one is named, else this machine.'],
  'parsing.ocr.languages': [
    'Languages of scanned pages',
    'The most frequent first, such as eng, deu. npm install @tesseract.js-data/deu brings one.',
  ],
  'parsing.ocr.max_seconds': [
    'Time for the scanned pages of a document',
    'What is left then stays unread, and is said to be so.',
    'seconds',
  ],
  'parsing.ocr.model': ['Model for scanned pages', 'An alias of a model that reads images; empty: no model reads scanned pages.'],
  'parsing.ocr.max_pages': ['Scanned pages per document', 'Further ones stay unread.', 'pages'],
  'parsing.ocr.concurrency': ['Scanned pages at once', 'In each process.', 'pages'],
  'parsing.ocr.timeout_ms': ['Time for a scanned page', 'After this the page stays unread.', 'ms'],
  'parsing.attachments.max_files': ['Attachments of a mail', 'Each becomes a document of its own; mails within the mail count too.'],
  'parsing.attachments.max_depth': ['Mails within mails', 'How deep they are opened.'],
  'chunking.max_tokens': ['Longest passage', 'Shorter passages are found more exactly, longer ones say more.', 'tokens'],
  'chunking.overlap_tokens': ['Overlap', 'What neighbouring passages share, so that no sentence is lost between them.', 'tokens'],
  'local_models.look_at_start': [
    'Look for models at the start',
    'Where no model is connected: Ollama, LM Studio, llama.cpp and vLLM on this machine are noticed and offered.',
  ],
  'tagging.vocabulary': [
    'Tags that may be given',
    'Separated by commas. Behind a colon stand words that speak for a tag, as in “Athletics: game, team, coach”. Empty: any words.',
  ],
  'tagging.model': ['Model that chooses tags', 'An alias.'],
  'tagging.caption_model': ['Model that describes pictures', 'An alias of a model that reads images.'],
  'tagging.max_posts': ['Most posts at once', 'In one run.', 'posts'],
  'annex.model': ['Model that edits', 'An alias.'],
  'annex.max_output_tokens': ['Longest reply', 'A longer field is edited section by section.', 'tokens'],
  'annex.keep_days': ['Remember edits', 'So that the next instruction can go on from the last.', 'days'],
  'guides.model': ['Model that writes guides', 'An alias; without a model guides are made of the annexes’ own sentences.'],
  'guides.keep_drafts_days': ['Use what was written again', 'For an annex that has not changed.', 'days'],
  'reasoning.explain_with_model': [
    'A model words the findings',
    'Each of its sentences is held against them. Off: sentences made by rules.',
  ],
  'reasoning.model': ['Model that words the findings', 'An alias.'],
  'reasoning.max_series': ['Most series', 'Of one analysis.', 'series'],
  'reasoning.max_points': ['Most points', 'Of all series and numbers of one analysis together.', 'points'],
  'retention.generations': [
    'Keep files of deleted and replaced documents',
    'So long an index can be rebuilt as it was. 0: they go at once.',
    'days',
  ],
  'sdac.rules.total_mismatch.threshold': ['Total and sum', 'By how many dollars a total may differ from the sum of its rows.', 'dollars'],
  'sdac.rules.federal_share_over_100.threshold': ['Largest federal share', '1 is 100 %.'],
  'sdac.rules.benefits_ratio.min': ['Least benefits', 'As a part of the salary: 0.05 is 5 %.'],
  'sdac.rules.benefits_ratio.max': ['Most benefits', 'As a part of the salary: 0.6 is 60 %.'],
  'sdac.rules.quarter_change.threshold': ['Change of an amount', 'The largest against the quarter before: 0.25 is 25 %.'],
  'sdac.rules.outlier.threshold': ['Unusual amount', 'The largest robust z-score among at least 8 amounts of one position.'],
  'sdac.sessions.ttl_hours': ['Length of a review', 'How long a session lasts.', 'hours'],
  'sdac.conversations.ttl_minutes': ['Keep a conversation open', 'After its last question.', 'minutes'],
  'sdac.limits.questions_per_session': ['Questions of a review', 'Within a day; one more is refused.'],
  'sdac.limits.questions_per_day': ['Questions of one caller', 'Within a day, of one subject, such as a host page’s server.'],
  'sdac.limits.uploads_per_day': ['Workbooks of one caller', 'Within a day, sent or read anew through the widget.'],
  'sdac.max_file_size_mb': ['Largest workbook', 'A larger one is refused.', 'MB'],
  'sdac.max_rows': ['Rows of a workbook', 'How many are read.', 'rows'],
  'watch.deleted': ['When a file goes', 'Whether its document stays or goes, too.'],
  'watch.doc_type': ['Document type', 'Of documents that come from the folder.'],
  'watch.confidentiality': ['Confidentiality', 'The label of documents that come from the folder.'],
  'watch.business_unit': ['Business unit', 'The label of documents that come from the folder.'],
  'watch.index': ['Index', 'Where documents of the folder go; empty: the default index.'],
  'upload.max_file_size_mb': ['Largest file', 'A larger one is refused.', 'MB'],
  'indexes.default': ['Default index', 'The alias that is used when an upload or a question names none.'],
  'storage.max_documents': ['Documents in all', '0: any number.'],
  'storage.max_mb': ['Size of all files', '0: any size.', 'MB'],
  'storage.max_documents_per_caller': [
    'Documents of one caller',
    'A caller is a token’s subject, else a key, else everyone. 0: any number.',
  ],
  'storage.max_mb_per_caller': ['Files of one caller', '0: any size.', 'MB'],
  'storage.min_free_mb': ['Disk space to leave free', 'Or the percentage below, where that is less. 0: none.', 'MB'],
  'storage.min_free_percent': ['Share of the disk to leave free', 'The smaller of the two counts.', '%'],
}
const ACCESS = {
  claim: ['Claim', 'The claim of the token that lists the labels which its holder may read.'],
  without_claim: ['A token without the claim reads', 'What is open to a token that does not have it.'],
  unlabelled: ['Documents without the label', 'Whether callers with limits see them.'],
}

/** What the choices of a list are called; others stand as they are. */
export const CHOICES = {
  auto: 'Automatic',
  text: 'Words',
  hybrid: 'Words and meaning',
  openai: 'OpenAI',
  'azure-openai': 'Azure OpenAI',
  'openai-compatible': 'Compatible with OpenAI',
  embedded: 'No model: quotes',
  all: 'Everything',
  none: 'Nothing with a label',
  shown: 'They see them',
  hidden: 'They do not see them',
  keep: 'The document stays',
  remove: 'The document goes, too',
  tesseract: 'This machine, without a model',
  model: 'A model',
  off: 'Nobody',
}

const FAMILIES = [
  [/^llms\.defaults\.params\.(\w+)$/, PARAMS],
  [/^llms\.models\..+\.params\.(\w+)$/, PARAMS],
  [/\.price\.(\w+)$/, PRICE],
  [/\.budget\.(\w+)$/, BUDGET],
  [/^llms\.models\..+\.(\w+)$/, MODEL],
  [/^access\.\w+\.(\w+)$/, ACCESS],
]

/** @returns {[label: string, help: string, unit?: string] | undefined} what people call a setting; undefined for one that is new */
export function wordsOf(key) {
  if (Object.hasOwn(EXACT, key)) return EXACT[key]
  const alias = /^indexes\.aliases\.(.+)$/.exec(key)
  if (alias) return [`Index behind “${alias[1]}”`, 'Uploads and questions that name this alias go to the index.']
  for (const [pattern, words] of FAMILIES) {
    const last = pattern.exec(key)?.[1]
    if (last && Object.hasOwn(words, last)) return words[last]
  }
}

/** What a setting belongs to within its topic: a title, and whether it is folded until somebody asks for it. */
export function blockOf(key) {
  const [, alias, part] = /^llms\.models\.(.+?)\.(params|price|budget|\w+$)/.exec(key) ?? []
  if (alias && /^(params|price|budget)$/.test(part)) return { title: `${alias}: parameters, price and budget`, folded: true }
  if (alias) return { title: `Model alias “${alias}”` }
  const [, first, second] = /^(\w+)\.(\w+)\./.exec(key) ?? []
  const title = BLOCKS[`${first}.${second}`] ?? BLOCKS[key.split('.')[0]]
  return { title, folded: first === 'embeddings' }
}

const BLOCKS = {
  'llms.defaults': 'Every answer',
  embeddings: 'Embeddings: price and budget',
  retrieval: 'Search',
  'retrieval.rerank': 'Order of the passages',
  'retrieval.rewrite': 'Follow-up questions',
  chat: 'Conversations',
  parsing: 'Limits of files',
  'parsing.ocr': 'Scanned pages',
  'parsing.attachments': 'Mails',
  chunking: 'Passages',
  upload: 'What is accepted',
  storage: 'How much is kept',
  indexes: 'Where it goes',
  'access.confidentiality': 'Confidentiality',
  'access.business_unit': 'Business unit',
}
