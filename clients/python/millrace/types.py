# Written by `npm run client` from the OpenAPI document; do not change it by hand.
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union


class AgentAnswerUsage(TypedDict):
    """Tokens of all calls of the model together."""
    promptTokens: int
    completionTokens: int


class AgentAnswerCost(TypedDict):
    """By the price of the alias; absent where it has none."""
    amount: float
    currency: str
    estimated: bool


class AgentAnswer(TypedDict):
    """What an agent answered."""
    text: str
    # Of agents that answer in a form: the answer as data.
    object: NotRequired[Any]
    # Tokens of all calls of the model together.
    usage: "AgentAnswerUsage"
    # By the price of the alias; absent where it has none.
    cost: NotRequired["AgentAnswerCost"]
    finishReason: Literal["stop", "length", "tool-calls", "content-filter", "error"]
    # `embedded`: no model is configured, and the words are made of what tools gave.
    model: str
    # Under which the turn is recorded.
    runId: str


class AgentCase(TypedDict):
    """A turn as a case: one line of the set that `npm run eval -- --set` reads."""
    id: str
    question: str
    expected_answer: str
    expected_documents: NotRequired[list[str]]


class AgentControlItemsItem(TypedDict):
    id: str
    domain: str
    slug: str
    version: str
    model: str
    tools: list[str]
    change: Literal["new", "changed", "unchanged"]


class AgentControl(TypedDict):
    """What a seed writes."""
    items: list["AgentControlItemsItem"]


class AgentInputInputMessagesItemContent2Item1(TypedDict):
    type: Literal["text"]
    text: str


class AgentInputInputMessagesItemContent2Item2(TypedDict):
    type: Literal["image"]
    # An https address, or a data: URL of an image.
    image: str


class AgentInputInputMessagesItem(TypedDict):
    role: Literal["user", "assistant", "system"]
    content: Union[str, list[Union["AgentInputInputMessagesItemContent2Item1", "AgentInputInputMessagesItemContent2Item2"]]]


class AgentInputInput(TypedDict):
    """One of messages, prompt and message."""
    # The conversation, the newest message last.
    messages: NotRequired[list["AgentInputInputMessagesItem"]]
    # One message of the user.
    prompt: NotRequired[str]
    # The same as prompt.
    message: NotRequired[str]


AgentRerunInput = TypedDict("AgentRerunInput", {
    "from": NotRequired[Union[int, str]],
})


class AgentRunWaitingFor(TypedDict):
    """The call that a person has to allow."""
    tool: str
    input: Any


class AgentRunError(TypedDict):
    code: str
    message: str


class AgentRunResultUsage(TypedDict):
    """Tokens of all calls of the model together."""
    promptTokens: int
    completionTokens: int


class AgentRunResultCost(TypedDict):
    """By the price of the alias; absent where it has none."""
    amount: float
    currency: str
    estimated: bool


class AgentRunResult(TypedDict):
    text: str
    # Of agents that answer in a form: the answer as data.
    object: NotRequired[Any]
    # Tokens of all calls of the model together.
    usage: "AgentRunResultUsage"
    # By the price of the alias; absent where it has none.
    cost: NotRequired["AgentRunResultCost"]
    finishReason: Literal["stop", "length", "tool-calls", "content-filter", "error"]
    # `embedded`: no model is configured, and the words are made of what tools gave.
    model: str
    # Calls of the model and of tools, in their order.
    steps: list[Any]


class AgentRun(TypedDict):
    """A turn of an agent, as it is recorded."""
    runId: str
    agent: str
    title: str
    status: Literal["queued", "running", "waiting", "completed", "failed", "cancelled"]
    createdAt: str
    endedAt: Union[str, None]
    # Version of the prompt that the agent was told.
    prompt: NotRequired[str]
    # The call that a person has to allow.
    waitingFor: NotRequired["AgentRunWaitingFor"]
    error: NotRequired["AgentRunError"]
    # Of a turn that came to no answer: its calls of the model and of tools until then.
    steps: NotRequired[list[Any]]
    result: NotRequired["AgentRunResult"]


class AgentRunSummaryWaitingFor(TypedDict):
    """The call that a person has to allow."""
    tool: str
    input: Any


class AgentRunSummaryError(TypedDict):
    code: str
    message: str


class AgentRunSummary(TypedDict):
    """A turn of an agent."""
    runId: str
    agent: str
    title: str
    status: Literal["queued", "running", "waiting", "completed", "failed", "cancelled"]
    createdAt: str
    endedAt: Union[str, None]
    # The call that a person has to allow.
    waitingFor: NotRequired["AgentRunSummaryWaitingFor"]
    error: NotRequired["AgentRunSummaryError"]
    # Of a turn that came to no answer: its calls of the model and of tools until then.
    steps: NotRequired[list[Any]]


class AgentWaiting(TypedDict):
    """A person has to allow a call first."""
    runId: str
    status: Literal["waiting"]


class Alive(TypedDict):
    """The process answers."""
    status: str
    timestamp: str
    # Seconds.
    uptime: NotRequired[float]
    # Readiness: what does not answer, without which the process is still of use.
    degraded: NotRequired[list[str]]


class AuditRecord(TypedDict):
    """What an operator did."""
    # ID of the action.
    id: str
    # Action, such as `dead-letters.redrive` or `replay.start`.
    action: str
    # Name in the header `X-Actor-Id`, else `dashboard-user`.
    actor: str
    # Caller of the key and token. Null if the secret of operators was used.
    caller: Union[str, None]
    # Reason that the operator gave.
    reason: Union[str, None]
    # Target and parameters, depending on the action.
    details: dict[str, Any]
    # ID of the request.
    request_id: str
    # Time of the action.
    at: str


class BlobStatus(TypedDict):
    """State of the blob store and its container."""
    status: Literal["connected", "failed"]
    kind: Literal["filesystem", "azure", "s3"]
    container: str
    container_exists: bool
    cloud_configured: bool
    latency_ms: float
    reason: Union[str, None]
    diagnosis: Union[str, None]


class BootstrapActiveModel(TypedDict):
    alias: str
    provider: str


class BootstrapConfiguredDefaults(TypedDict):
    # Empty where the built-in prompt holds.
    system_prompts: list[str]
    response_template: Union[str, None]


class BootstrapPromptSourceSystemPrompt(TypedDict):
    # built-in, file:<path> or blob:<path>.
    source: str
    prompt_id: Union[str, None]


class BootstrapPromptSourceResponseTemplate(TypedDict):
    # built-in, file:<path> or blob:<path>.
    source: str
    prompt_id: Union[str, None]


class BootstrapPromptSource(TypedDict):
    kind: str
    system_prompt: "BootstrapPromptSourceSystemPrompt"
    response_template: "BootstrapPromptSourceResponseTemplate"


class BootstrapCacheStatus(TypedDict):
    manifest_version: int
    loaded_at: Union[str, None]


class Bootstrap(TypedDict):
    """What a chat uses by default."""
    active_model: "BootstrapActiveModel"
    configured_defaults: "BootstrapConfiguredDefaults"
    llm_params: dict[str, Any]
    prompt_source: "BootstrapPromptSource"
    cache_status: "BootstrapCacheStatus"


class ChatCompletionChoicesItemMessage(TypedDict):
    role: Literal["assistant"]
    # The answer, and its sources as a list.
    content: str


class ChatCompletionChoicesItem(TypedDict):
    index: Literal[0]
    message: "ChatCompletionChoicesItemMessage"
    # `length`: the answer breaks off at its limit of tokens.
    finish_reason: Literal["stop", "length"]


class ChatCompletionUsage(TypedDict):
    prompt_tokens: float
    completion_tokens: float
    total_tokens: float


class ChatCompletion(TypedDict):
    """An answer as clients of OpenAI read it; citations stand in its text and beside it."""
    id: str
    object: Literal["chat.completion"]
    # Seconds since 1970.
    created: int
    model: str
    choices: list["ChatCompletionChoicesItem"]
    usage: "ChatCompletionUsage"
    # As in /api/v2/flexible-chat.
    citations: list["Citation"]
    answer_kind: NotRequired[str]


class ChatCompletionRequestInputMessagesItemContent12Item1(TypedDict):
    type: Literal["text"]
    text: str


class ChatCompletionRequestInputMessagesItemContent12Item2(TypedDict):
    type: str


class ChatCompletionRequestInputMessagesItem(TypedDict):
    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: NotRequired[Union[Union[str, list[Union["ChatCompletionRequestInputMessagesItemContent12Item1", "ChatCompletionRequestInputMessagesItemContent12Item2"]]], None]]


class ChatCompletionRequestInputStreamOptions1(TypedDict):
    include_usage: NotRequired[bool]


class ChatCompletionRequestInputResponseFormat1(TypedDict):
    type: Literal["text"]


class ChatCompletionRequestInputFetchArgsCloudSearchFetcher(TypedDict):
    # Search text; the question when absent. `*`: whatever passes the filter.
    query: NotRequired[str]
    # Filter in OData syntax.
    filter: NotRequired[str]
    # Number of sources; 0 retrieves nothing. Where fewer passages differ, the rest are copies of them in other documents.
    top_k: NotRequired[int]
    include_total_count: NotRequired[bool]
    # `<field>` or `<field>,count:<n>`.
    facets: NotRequired[list[str]]
    highlight_fields: NotRequired[list[str]]
    # Fields of each source.
    select_fields: NotRequired[list[str]]
    # true: hybrid, false: text only; absent: as configured.
    vector_search: NotRequired[bool]
    # Let the configured judge put the best passages into order; absent: as configured.
    rerank: NotRequired[bool]
    # Passages that say the same count once; absent: as configured, and copies are listed last where top_k has room.
    deduplicate: NotRequired[bool]
    # Alias or name of the index.
    index: NotRequired[str]


class ChatCompletionRequestInputFetchArgs(TypedDict):
    """As in /api/v2/flexible-chat: filter, index, top_k."""
    CloudSearchFetcher: NotRequired["ChatCompletionRequestInputFetchArgsCloudSearchFetcher"]


class ChatCompletionRequestInput(TypedDict):
    """A conversation as clients of OpenAI send it."""
    # Alias of a model; see GET /v1/models.
    model: NotRequired[str]
    # The last one is the question. Those of `system` have no effect: the prompt repository rules the prompt.
    messages: list["ChatCompletionRequestInputMessagesItem"]
    stream: NotRequired[Union[bool, None]]
    stream_options: NotRequired[Union["ChatCompletionRequestInputStreamOptions1", None]]
    # One answer.
    n: NotRequired[Union[Literal[1], None]]
    temperature: NotRequired[Union[float, None]]
    top_p: NotRequired[Union[float, None]]
    max_tokens: NotRequired[Union[int, None]]
    max_completion_tokens: NotRequired[Union[int, None]]
    # Answers are text.
    response_format: NotRequired[Union["ChatCompletionRequestInputResponseFormat1", None]]
    # Tools of the caller are never called, so that none can be demanded.
    tool_choice: NotRequired[Union[Literal["none", "auto"], None]]
    stop: NotRequired[Union[Union[str, list[str]], None]]
    # As in /api/v2/flexible-chat: filter, index, top_k.
    fetch_args: NotRequired["ChatCompletionRequestInputFetchArgs"]


class ChatInputFetchArgsCloudSearchFetcher(TypedDict):
    # Search text; the question when absent. `*`: whatever passes the filter.
    query: NotRequired[str]
    # Filter in OData syntax.
    filter: NotRequired[str]
    # Number of sources; 0 retrieves nothing. Where fewer passages differ, the rest are copies of them in other documents.
    top_k: NotRequired[int]
    include_total_count: NotRequired[bool]
    # `<field>` or `<field>,count:<n>`.
    facets: NotRequired[list[str]]
    highlight_fields: NotRequired[list[str]]
    # Fields of each source.
    select_fields: NotRequired[list[str]]
    # true: hybrid, false: text only; absent: as configured.
    vector_search: NotRequired[bool]
    # Let the configured judge put the best passages into order; absent: as configured.
    rerank: NotRequired[bool]
    # Passages that say the same count once; absent: as configured, and copies are listed last where top_k has room.
    deduplicate: NotRequired[bool]
    # Alias or name of the index.
    index: NotRequired[str]


class ChatInputFetchArgs(TypedDict):
    CloudSearchFetcher: NotRequired["ChatInputFetchArgsCloudSearchFetcher"]


class ChatInputHistoryItem(TypedDict):
    role: Literal["user", "assistant"]
    content: str
    sources: NotRequired[list[dict[str, Any]]]


class ChatInputAbTesting(TypedDict):
    user_id: str
    session_id: NotRequired[str]
    experiment_name: NotRequired[str]


class ChatInputOverrideConfigLlm2(TypedDict):
    n: NotRequired[int]
    temperature: NotRequired[float]
    top_p: NotRequired[float]
    max_tokens: NotRequired[int]
    frequency_penalty: NotRequired[float]
    presence_penalty: NotRequired[float]
    repetition_penalty: NotRequired[float]
    stop: NotRequired[Union[str, list[str]]]
    alias: NotRequired[str]
    model: NotRequired[str]


class ChatInputOverrideConfigParams(TypedDict):
    n: NotRequired[int]
    temperature: NotRequired[float]
    top_p: NotRequired[float]
    max_tokens: NotRequired[int]
    frequency_penalty: NotRequired[float]
    presence_penalty: NotRequired[float]
    repetition_penalty: NotRequired[float]
    stop: NotRequired[Union[str, list[str]]]


class ChatInputOverrideConfigReasoning(TypedDict):
    effort: NotRequired[Literal["low", "medium", "high", "auto"]]


ChatInputOverrideConfig = TypedDict("ChatInputOverrideConfig", {
    "llm": NotRequired[Union[str, "ChatInputOverrideConfigLlm2"]],
    "model": NotRequired[str],
    "n": NotRequired[int],
    "params": NotRequired["ChatInputOverrideConfigParams"],
    "reasoning_effort": NotRequired[Literal["low", "medium", "high", "auto"]],
    "reasoning.effort": NotRequired[Literal["low", "medium", "high", "auto"]],
    "reasoning": NotRequired["ChatInputOverrideConfigReasoning"],
})


class ChatInput(TypedDict):
    """A question with what came before it, and how to retrieve and to generate. Other fields are accepted and kept aside."""
    # Latest user message.
    question: str
    fetch_args: NotRequired["ChatInputFetchArgs"]
    history: NotRequired[list["ChatInputHistoryItem"]]
    ab_testing: NotRequired["ChatInputAbTesting"]
    system_prompt_template: NotRequired[str]
    system_prompt_file: NotRequired[str]
    response_template: NotRequired[str]
    response_template_file: NotRequired[str]
    template_variables: NotRequired[dict[str, Any]]
    override_config: NotRequired["ChatInputOverrideConfig"]
    metadata: NotRequired[dict[str, Any]]
    # RAG only.
    skip_knowledge_base: NotRequired[bool]
    # Send the answer as it comes, as server-sent events; so does an Accept of text/event-stream alone.
    stream: NotRequired[bool]


class ChatResponseHistoryItem(TypedDict):
    role: str
    content: str
    sources: list[dict[str, Any]]


class ChatResponseAbTesting(TypedDict):
    experiment_name: Union[str, None]
    variant_name: str
    session_id: Union[str, None]
    # What the variant changed, as far as the request left it open. Absent where config.yaml does not know the experiment.
    applied: NotRequired[list[str]]


class ChatResponseErrorsItem(TypedDict):
    code: str
    message: str


class ChatResponseWarningsItem(TypedDict):
    # Path of the field in the request.
    field: str
    message: str


class ChatResponseTemplateInfo(TypedDict):
    system_prompt_source: str
    response_template_source: str
    template_variables_used: list[str]


class ChatResponse(TypedDict):
    """An answer with its sources and citations."""
    response_id: str
    answer: str
    answers: NotRequired[list[str]]
    metadata: list[dict[str, Any]]
    citations: list["Citation"]
    history: list["ChatResponseHistoryItem"]
    ab_testing: NotRequired["ChatResponseAbTesting"]
    errors: NotRequired[list["ChatResponseErrorsItem"]]
    # Fields of the request that have no effect, with what was probably meant.
    warnings: NotRequired[list["ChatResponseWarningsItem"]]
    data: NotRequired[dict[str, Any]]
    template_info: "ChatResponseTemplateInfo"
    # Seconds.
    processing_time: float
    tokens_used: NotRequired[float]
    response_metadata: "ChatResponseMetadata"


class ChatResponseMetadataModelUsed(TypedDict):
    alias: str
    provider: str
    model: NotRequired[str]
    deployment: NotRequired[str]


class ChatResponseMetadataTokenUsageDetail(TypedDict):
    reasoning: float


class ChatResponseMetadataTokenUsage(TypedDict):
    prompt: float
    completion: float
    total: float
    detail: NotRequired["ChatResponseMetadataTokenUsageDetail"]
    # The endpoint told no counts; these are counted from the texts.
    estimated: NotRequired[Literal[True]]


class ChatResponseMetadataCost(TypedDict):
    """Of all model calls of the turn, with those that reword the question and order passages."""
    # Amount.
    amount: float
    # Currency code.
    currency: str
    # Whether the tokens were counted by Millrace, because the model reported none.
    estimated: bool


class ChatResponseMetadataReasoningEffective(TypedDict):
    requested: Union[str, None]
    sent_effort: Union[str, None]
    provider: str
    source: str
    sanitized: bool


class ChatResponseMetadataRetrieval(TypedDict):
    attempted: bool
    skipped_reason: Union[str, None]
    fetch_args_present: bool


class ChatResponseMetadata(TypedDict):
    """How an answer came about: model, parameters, prompts, times."""
    config_overrides_applied: bool
    custom_templates_used: bool
    request_metadata: dict[str, Any]
    conversation_length: NotRequired[float]
    is_multi_turn: NotRequired[bool]
    total_sources_retrieved: NotRequired[float]
    conversation_sources_summary: NotRequired[dict[str, Any]]
    question: str
    # `passages`: nothing fits surely enough, and the closest passages are shown. `none`: there is no evidence.
    answer_kind: Literal["answer", "passages", "none"]
    # Why the model ended. `length`: the answer breaks off, and `errors` says where. Absent where no model answered.
    finish_reason: NotRequired[Literal["stop", "length", "tool_calls", "content_filter", "refusal", "unknown"]]
    system_prompt: str
    errors_present: bool
    model_used: "ChatResponseMetadataModelUsed"
    token_usage: NotRequired["ChatResponseMetadataTokenUsage"]
    # Of all model calls of the turn, with those that reword the question and order passages.
    cost: NotRequired["ChatResponseMetadataCost"]
    parameters: NotRequired[dict[str, Any]]
    reasoning_effort: NotRequired[str]
    reasoning_tokens: NotRequired[float]
    reasoning_effective: "ChatResponseMetadataReasoningEffective"
    queried_indexes: NotRequired[list[str]]
    # Seconds.
    timings: NotRequired[dict[str, Any]]
    retrieval: NotRequired["ChatResponseMetadataRetrieval"]


class Citation(TypedDict):
    """What a marker in the answer points at, or a sentence of the answer that nothing supports."""
    # As it stands in the answer: `[1]`. Empty for a sentence without one that nothing supports.
    marker: str
    # The chunk. null where nothing was retrieved.
    source_id: Union[str, None]
    document_id: Union[str, None]
    filename: Union[str, None]
    # Page of the quote’s first words.
    page_number: Union[float, None]
    # Page of its last words, where that is another one.
    page_end: NotRequired[Union[float, None]]
    # Place of the quote in the text of the document.
    char_start: Union[float, None]
    char_end: Union[float, None]
    # Word for word from the chunk; without a marker the place that comes closest.
    quote: str
    # Path of the console that opens the document at the quote. null where the chunk names no upload.
    link: Union[str, None]
    # What the answer says there, without markers and emphasis.
    sentence: str
    # Place of the sentence in `answer`. null where a response template changed the words.
    start: Union[float, None]
    end: Union[float, None]
    # Whether the cited chunks (without a marker: any that was retrieved) hold what the sentence says.
    supported: bool
    # Words, names and numbers of the sentence that stand there not, or otherwise.
    missing: list[str]


class ConsumerGroup(TypedDict):
    """Who reads topics."""
    name: str
    # In all processes; a group without one rests.
    members: int
    topics: list[str]


class Conversation(TypedDict):
    """A conversation with the documents."""
    id: str
    title: str
    exchange_count: int
    # Whether a link opens it to readers.
    shared: bool
    created_at: str
    updated_at: str
    expires_at: str


class ConversationContextHistoryItem(TypedDict):
    role: Literal["user", "assistant"]
    content: str


class ConversationContext(TypedDict):
    """The part of a conversation that is sent with its next question."""
    history: list["ConversationContextHistoryItem"]
    # null: nothing is left out.
    summarized_by: Union[Literal["model", "excerpt"], None]


class ConversationLink(TypedDict):
    """A link by which others read a conversation."""
    token: str
    # Of the console; behind the address of this server it is the link.
    path: str


class ConversationWithExchangesExchangesItemImagesItem(TypedDict):
    name: str
    size: NotRequired[float]


class ConversationWithExchangesExchangesItemRepliesItemReplyCitationsItem(TypedDict):
    marker: str
    filename: NotRequired[Union[str, None]]
    document_id: NotRequired[Union[str, None]]
    quote: str
    sentence: str
    missing: list[str]


class ConversationWithExchangesExchangesItemRepliesItemReplyMetadataItemAlsoInItem(TypedDict):
    document_id: NotRequired[Union[str, None]]


class ConversationWithExchangesExchangesItemRepliesItemReplyMetadataItem(TypedDict):
    id: NotRequired[Union[str, None]]
    document_id: NotRequired[Union[str, None]]
    index: NotRequired[Union[str, None]]
    filename: NotRequired[Union[str, None]]
    text: NotRequired[Union[str, None]]
    also_in: NotRequired[list["ConversationWithExchangesExchangesItemRepliesItemReplyMetadataItemAlsoInItem"]]


class ConversationWithExchangesExchangesItemRepliesItemReplyErrorsItem(TypedDict):
    code: str
    message: str


class ConversationWithExchangesExchangesItemRepliesItemReply(TypedDict):
    """The whole reply of the chat route, or what of it is to be kept."""
    answer: str
    citations: list["ConversationWithExchangesExchangesItemRepliesItemReplyCitationsItem"]
    metadata: list["ConversationWithExchangesExchangesItemRepliesItemReplyMetadataItem"]
    errors: NotRequired[list["ConversationWithExchangesExchangesItemRepliesItemReplyErrorsItem"]]
    response_metadata: NotRequired[dict[str, Any]]


class ConversationWithExchangesExchangesItemRepliesItemError(TypedDict):
    """Why there is no answer."""
    message: str


class ConversationWithExchangesExchangesItemRepliesItem(TypedDict):
    # The whole reply of the chat route, or what of it is to be kept.
    reply: NotRequired["ConversationWithExchangesExchangesItemRepliesItemReply"]
    # What was written before it was stopped.
    text: NotRequired[str]
    # Why there is no answer.
    error: NotRequired["ConversationWithExchangesExchangesItemRepliesItemError"]
    # What was chosen for this question.
    settings: NotRequired[dict[str, Any]]
    # Seconds.
    elapsed: NotRequired[float]
    rating: NotRequired[float]


class ConversationWithExchangesExchangesItem(TypedDict):
    id: str
    at: str
    question: str
    images: list["ConversationWithExchangesExchangesItemImagesItem"]
    # One, or one of each of the settings that were compared.
    replies: list["ConversationWithExchangesExchangesItemRepliesItem"]


class ConversationWithExchanges(TypedDict):
    """A conversation with its latest turns."""
    id: str
    title: str
    exchange_count: int
    # Whether a link opens it to readers.
    shared: bool
    created_at: str
    updated_at: str
    expires_at: str
    # The newest, oldest first.
    exchanges: list["ConversationWithExchangesExchangesItem"]
    # For `before`, where there are exchanges before these.
    earlier: Union[int, None]


class Conversations(TypedDict):
    """A page of conversations, the latest first."""
    items: list["Conversation"]
    next_cursor: Union[str, None]
    # browser: this server asks for no credentials, X-Browser-Id says whose they are.
    kept_for: Literal["caller", "browser"]


class ConversationsDeleted(TypedDict):
    """How many were deleted."""
    deleted: int


class CostDashboardReports(TypedDict):
    total: int
    queued: int
    processing: int
    ready: int
    error: int


class CostDashboardFindings(TypedDict):
    error: int
    warning: int
    info: int


class CostDashboardDistrictsItem(TypedDict):
    districtId: str
    districtName: str
    quarters: list[str]
    reports: int


class CostDashboard(TypedDict):
    """Reports in numbers: of the newest 1,000."""
    reports: "CostDashboardReports"
    findings: "CostDashboardFindings"
    districts: list["CostDashboardDistrictsItem"]
    latest: list["CostReportEntry"]


class CostFindingsByRuleItemsItem(TypedDict):
    rule: Literal["missing_value", "malformed_value", "negative_amount", "duplicate_employee", "total_mismatch", "federal_share_over_100", "benefits_ratio", "position_without_pool", "quarter_change", "outlier"]
    severity: Literal["error", "warning", "info"]
    count: int
    title: str
    explanation: str


class CostFindingsByRule(TypedDict):
    """Findings of one quarter by rule, all rules."""
    quarter: Union[str, None]
    items: list["CostFindingsByRuleItemsItem"]


class CostPoolsItemsItem(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    name: str


class CostPools(TypedDict):
    """Costs by pool of one quarter; null: there is none yet."""
    quarter: Union[str, None]
    items: list["CostPoolsItemsItem"]


class CostQuartersItemsItem(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    quarter: str
    reportId: str


class CostQuarters(TypedDict):
    """The newest report of each quarter, the oldest quarter first."""
    items: list["CostQuartersItemsItem"]


class CostReportError1(TypedDict):
    code: str
    message: str


class CostReportTotals1ByPoolItem(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    name: str


class CostReportTotals1ByPositionItem(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    name: str


class CostReportTotals1BySheetItem(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    name: str


class CostReportTotals1(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    # The largest first; rows without a pool as `(none)`.
    by_pool: list["CostReportTotals1ByPoolItem"]
    # The largest first, at most 200.
    by_position: list["CostReportTotals1ByPositionItem"]
    by_sheet: list["CostReportTotals1BySheetItem"]


class CostReport(TypedDict):
    """A cost report with its findings."""
    reportId: str
    jobId: str
    sessionId: str
    districtId: str
    districtName: str
    # Such as `2026-Q1`.
    quarter: str
    # From 1; the greatest of a district and quarter counts.
    generation: int
    status: Literal["queued", "processing", "ready", "error"]
    fileName: str
    fileType: Literal["xlsx", "csv"]
    sizeBytes: int
    createdAt: str
    updatedAt: str
    error: Union["CostReportError1", None]
    # null: it is not ready.
    counts: Union["FindingCounts", None]
    byRule: dict[str, int]
    # What a reader should know.
    warnings: list[str]
    # The report of the quarter before.
    comparedWith: Union[str, None]
    totals: Union["CostReportTotals1", None]
    layout: Union["CostReportLayout", None]
    # The gravest first; of a rule the first 1,000.
    findings: list["CostReportFinding"]
    # Findings beyond these.
    findingsOmitted: int


class CostReportAccepted(TypedDict):
    """The workbook is taken in; its job tells how it fares."""
    jobId: str
    reportId: str
    status: Literal["queued"]


class CostReportAnalysis(TypedDict):
    """Analysis status of a report, with its findings by severity."""
    reportId: str
    status: Literal["pending", "running", "completed", "failed"]
    findings: "FindingCounts"
    message: str
    updatedAt: str


class CostReportAnalysisStatus(TypedDict):
    """Progress of a report."""
    report_id: str
    state: Literal["queued", "processing", "ready", "error"]
    stage: Literal["received", "parsed", "costs", "validated", "analysed"]
    attempts: int
    updated_at: str


class CostReportCorrectionInputSheetsItem(TypedDict):
    name: str
    # false: leave the sheet out.
    use: NotRequired[bool]
    # The last row of the headers; 0: the sheet has none.
    header_row: NotRequired[int]
    # The column of each field, by its letters; null: there is none.
    columns: NotRequired[dict[str, Union[str, None]]]


class CostReportCorrectionInput(TypedDict):
    sheets: list["CostReportCorrectionInputSheetsItem"]
    # Whether later workbooks of the district are read the same way.
    remember: NotRequired[bool]


class CostReportEntryError1(TypedDict):
    code: str
    message: str


class CostReportEntry(TypedDict):
    """A cost report without its parts."""
    reportId: str
    jobId: str
    sessionId: str
    districtId: str
    districtName: str
    # Such as `2026-Q1`.
    quarter: str
    # From 1; the greatest of a district and quarter counts.
    generation: int
    status: Literal["queued", "processing", "ready", "error"]
    fileName: str
    fileType: Literal["xlsx", "csv"]
    sizeBytes: int
    createdAt: str
    updatedAt: str
    error: Union["CostReportEntryError1", None]
    # null: it is not ready.
    counts: Union["FindingCounts", None]
    byRule: dict[str, int]
    # What a reader should know.
    warnings: list[str]
    # The report of the quarter before.
    comparedWith: Union[str, None]


class CostReportFeedback(TypedDict):
    """What somebody says of a finding."""
    reportId: str
    # What is meant of the report; absent: all of it.
    findingId: NotRequired[str]
    rating: Literal["agree", "disagree", "unsure"]
    comment: NotRequired[str]
    feedbackId: str
    createdAt: str


class CostReportFeedbackBodyInput(TypedDict):
    reportId: str
    # What is meant of the report; absent: all of it.
    findingId: NotRequired[str]
    rating: Literal["agree", "disagree", "unsure"]
    comment: NotRequired[str]


class CostReportFinding(TypedDict):
    """What a rule found in one cell of a cost report, in the language that was asked for."""
    # Within its report: `F1` is the first, the gravest come first.
    id: str
    rule: Literal["missing_value", "malformed_value", "negative_amount", "duplicate_employee", "total_mismatch", "federal_share_over_100", "benefits_ratio", "position_without_pool", "quarter_change", "outlier"]
    severity: Literal["error", "warning", "info"]
    sheet: str
    # From 1, as the sheet shows it.
    row: int
    # The header's text.
    column: str
    # Its place, such as `C7`.
    cell: str
    # What the cell holds, as it is shown there; null: nothing.
    value: Union[str, float, None]
    # The rule in words.
    title: str
    message: str
    # What the rule checks, and why.
    explanation: str
    # What to do about it.
    suggestion: str


class CostReportJobErrorsItem(TypedDict):
    code: str
    message: str


class CostReportJob(TypedDict):
    """How the upload of a workbook fares."""
    jobId: str
    reportId: str
    status: Literal["queued", "processing", "complete", "error"]
    progress: int
    # What is done: received, parsed, costs, validated, analysed.
    stage: str
    message: str
    errors: list["CostReportJobErrorsItem"]


class CostReportLayoutSheetsItemColumnsItem(TypedDict):
    field: Literal["id", "name", "position", "pool", "salary", "benefits", "share", "period"]
    # Its letters, such as `C`.
    column: str
    # The text of the header, levels joined by ` / `.
    header: str
    # What amounts are multiplied by: 1000 under a header such as `Salary ($ thousands)`.
    factor: float
    # How it was found: by its header, by what was corrected before, by a correction.
    by: Literal["header", "remembered", "given"]


class CostReportLayoutSheetsItemHeadersItem(TypedDict):
    column: str
    header: str


class CostReportLayoutSheetsItem(TypedDict):
    name: str
    hidden: bool
    # Whether its rows are costs.
    use: bool
    # Why not; empty where they are.
    reason: str
    # From 1.
    header_rows: list[int]
    columns: list["CostReportLayoutSheetsItemColumnsItem"]
    # All headers of the sheet.
    headers: list["CostReportLayoutSheetsItemHeadersItem"]
    # Fields without a column.
    missing: list[Literal["id", "name", "position", "pool", "salary", "benefits", "share", "period"]]
    # Rows of employees.
    rows: int
    total_rows: list[int]
    # Rows that are neither, the first 50.
    note_rows: list[int]


class CostReportLayout(TypedDict):
    """Layout of a report: the detected columns."""
    sheets: list["CostReportLayoutSheetsItem"]


class CostReportQuestionInput(TypedDict):
    # The report that it is about.
    reportId: str
    message: str
    # Who asks, as the page knows them; their conversations are kept apart.
    userId: str
    sessionId: str
    # Language of the page (`en`, `de`, `es`), for a question that does not show its own.
    lang: NotRequired[str]
    # Of the conversation that goes on; absent: a new one.
    conversationId: NotRequired[str]


class CostReportRow(TypedDict):
    """A row as it was read; null: the cell holds no such value."""
    sheet: str
    row: int
    employeeId: Union[str, None]
    name: Union[str, None]
    position: Union[str, None]
    costPool: Union[str, None]
    salary: Union[float, None]
    benefits: Union[float, None]
    # 1 is 100 %.
    federalShare: Union[float, None]
    period: Union[str, None]


class CostReportSession(TypedDict):
    """A review under way, and the report that it is about."""
    sessionId: str
    districtId: str
    districtName: str
    quarter: str
    year: str
    userId: str
    userName: NotRequired[str]
    userEmail: NotRequired[str]
    userRole: NotRequired[str]
    # The newest report of the district and quarter that the caller uploaded.
    reportId: Union[str, None]
    reportStatus: Literal["none", "queued", "processing", "ready", "error"]
    expiresAt: str


class CostReportSessionRequestInput(TypedDict):
    # Id of the district.
    districtId: str
    # Its name, for people.
    districtName: str
    # `Q1` to `Q4`.
    quarter: str
    year: str
    # Who reviews, as the page knows them.
    userId: str
    userName: NotRequired[str]
    userEmail: NotRequired[str]
    userRole: NotRequired[str]


class CostReportSummaryError1(TypedDict):
    code: str
    message: str


class CostReportSummaryTotals1ByPoolItem(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    name: str


class CostReportSummaryTotals1ByPositionItem(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    name: str


class CostReportSummaryTotals1BySheetItem(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    name: str


class CostReportSummaryTotals1(TypedDict):
    rows: int
    # Different employee ids.
    employees: int
    salary: float
    benefits: float
    # Salary and benefits together.
    total: float
    # What of the total is the federal share.
    federal: float
    # The largest first; rows without a pool as `(none)`.
    by_pool: list["CostReportSummaryTotals1ByPoolItem"]
    # The largest first, at most 200.
    by_position: list["CostReportSummaryTotals1ByPositionItem"]
    by_sheet: list["CostReportSummaryTotals1BySheetItem"]


class CostReportSummary(TypedDict):
    """A cost report with what it adds up to and what was taken for what."""
    reportId: str
    jobId: str
    sessionId: str
    districtId: str
    districtName: str
    # Such as `2026-Q1`.
    quarter: str
    # From 1; the greatest of a district and quarter counts.
    generation: int
    status: Literal["queued", "processing", "ready", "error"]
    fileName: str
    fileType: Literal["xlsx", "csv"]
    sizeBytes: int
    createdAt: str
    updatedAt: str
    error: Union["CostReportSummaryError1", None]
    # null: it is not ready.
    counts: Union["FindingCounts", None]
    byRule: dict[str, int]
    # What a reader should know.
    warnings: list[str]
    # The report of the quarter before.
    comparedWith: Union[str, None]
    totals: Union["CostReportSummaryTotals1", None]
    layout: Union["CostReportLayout", None]


class CostReportValidationInput(TypedDict):
    reportId: str


class CostSheetCellsRowsItemCellsItem(TypedDict):
    column: str
    # As it is shown, up to 300 characters.
    text: str


class CostSheetCellsRowsItem(TypedDict):
    # From 1.
    row: int
    cells: list["CostSheetCellsRowsItemCellsItem"]


class CostSheetCells(TypedDict):
    """Rows of a sheet without empty cells."""
    sheet: str
    rows: list["CostSheetCellsRowsItem"]


class DeadLetterLinksItem(TypedDict):
    rel: Literal["upload", "document", "run"]
    href: str
    page: str


class DeadLetter(TypedDict):
    """A record that was given up."""
    id: str
    # open: nothing was done. redriven: under way again. resolved: a redrive went well, or a later pass of its document overtook it. discarded: given up for good.
    state: Literal["open", "redriven", "resolved", "discarded"]
    # terminal: no try would help. exhausted: tries used up. poison: ended its process. schema: unreadable.
    kind: Literal["terminal", "exhausted", "poison", "schema"]
    code: str
    consumer: str
    topic: str
    partition: int
    offset: str
    key: str
    message: str
    # The message without what is particular to one record.
    reason: str
    attempts: int
    redrives: int
    request_id: str
    first_failed_at: str
    failed_at: str
    # Name of the file that the record is about; null where it names none.
    file: Union[str, None]
    # What the record is about.
    links: list["DeadLetterLinksItem"]


class DeadLetterDetailLinksItem(TypedDict):
    rel: Literal["upload", "document", "run"]
    href: str
    page: str


class DeadLetterDetailError(TypedDict):
    code: str
    message: str
    kind: Literal["terminal", "exhausted", "poison", "schema"]


class DeadLetterDetailRecord1(TypedDict):
    topic: str
    partition: int
    offset: str
    key: str
    headers: dict[str, str]
    value: str
    # by-offset: too long to be kept here; it stands in the log.
    encoding: Literal["utf8", "base64", "by-offset"]
    # What is shorter here than in the log.
    cut: list[str]


class DeadLetterDetailHistoryItem(TypedDict):
    what: Literal["failed", "redriven", "resolved", "discarded"]
    # 0: before the first redrive.
    redrive: int
    at: str
    code: NotRequired[str]
    message: NotRequired[str]
    attempts: NotRequired[int]
    actor: NotRequired[str]
    reason: NotRequired[str]


class DeadLetterDetail(TypedDict):
    """A record that was given up, with its history."""
    id: str
    # open: nothing was done. redriven: under way again. resolved: a redrive went well, or a later pass of its document overtook it. discarded: given up for good.
    state: Literal["open", "redriven", "resolved", "discarded"]
    # terminal: no try would help. exhausted: tries used up. poison: ended its process. schema: unreadable.
    kind: Literal["terminal", "exhausted", "poison", "schema"]
    code: str
    consumer: str
    topic: str
    partition: int
    offset: str
    key: str
    message: str
    # The message without what is particular to one record.
    reason: str
    attempts: int
    redrives: int
    request_id: str
    first_failed_at: str
    failed_at: str
    # Name of the file that the record is about; null where it names none.
    file: Union[str, None]
    # What the record is about.
    links: list["DeadLetterDetailLinksItem"]
    event_id: Union[str, None]
    causation_id: Union[str, None]
    trace_id: Union[str, None]
    error: "DeadLetterDetailError"
    record: Union["DeadLetterDetailRecord1", None]
    # Failures, redrives and what became of them, oldest first.
    history: list["DeadLetterDetailHistoryItem"]


class DeadLetterGroup(TypedDict):
    """Dead letters of one reason."""
    code: str
    # The messages without what is particular to one record.
    reason: str
    # That of `example`, whole.
    message: str
    count: int
    consumers: dict[str, int]
    topics: dict[str, int]
    states: dict[str, int]
    # Id of one of them.
    example: str
    first_at: str
    last_at: str


class DeepHealthDependenciesValue(TypedDict):
    status: Literal["healthy", "unhealthy"]
    responseTimeMs: float
    last_checked: str
    # Records that it has yet to take in, where it is not ready for that.
    behind: NotRequired[int]
    # A few words on it; of `ai_services`, which model answers, or that there is none.
    detail: NotRequired[str]


class DeepHealth(TypedDict):
    """Each dependency with its state and the time that it took."""
    status: Literal["healthy", "degraded", "unhealthy"]
    timestamp: str
    uptime: float
    dependencies: dict[str, "DeepHealthDependenciesValue"]


class DetailedHealthServicesValue(TypedDict):
    status: Literal["healthy", "degraded", "unhealthy", "unconfigured"]
    # null where nothing was asked.
    responseTimeMs: Union[float, None]
    details: dict[str, Any]


class DetailedHealth(TypedDict):
    """Every dependency with its state, and why one is down."""
    status: Literal["healthy", "degraded", "unhealthy"]
    timestamp: str
    # Seconds.
    uptime: float
    services: dict[str, "DetailedHealthServicesValue"]


class Discarded(TypedDict):
    """What was given up for good."""
    discarded: int
    # How many there are.
    matched: int
    dry_run: bool


class DocsAnswerCitationsItem(TypedDict):
    marker: str
    source: str
    title: str
    quote: str
    # The address of the section in the console.
    path: NotRequired[str]


class DocsAnswer(TypedDict):
    """An answer from the documentation, with the sections that it cites."""
    answer: str
    citations: list["DocsAnswerCitationsItem"]
    scope: Literal["external", "internal"]
    # `embedded`: no model is connected, and the answer quotes the documentation.
    model: str
    runId: str


class DocsQuestionInput(TypedDict):
    """A question about this product."""
    question: str


class DocumentTextBlocksItemPageStartsItem(TypedDict):
    start: int
    page: int


class DocumentTextBlocksItem(TypedDict):
    type: Literal["heading", "paragraph", "list", "table", "note", "utterance"]
    level: NotRequired[int]
    start: int
    page: NotRequired[int]
    pageStarts: NotRequired[list["DocumentTextBlocksItemPageStartsItem"]]
    part: NotRequired[str]
    recognised: NotRequired[Literal[True]]
    confidence: NotRequired[float]
    end: int


class DocumentTextChunksItem(TypedDict):
    id: str
    chunk_index: int
    char_start: int
    char_end: int
    page_number: Union[int, None]
    section: Union[str, None]


DocumentText = TypedDict("DocumentText", {
    "upload_id": str,
    "characters": int,
    "pages": int,
    "from": int,
    "text": str,
    "blocks": list["DocumentTextBlocksItem"],
    "chunks": list["DocumentTextChunksItem"],
})


class DocumentationFoundItemsItem(TypedDict):
    title: str
    # The heading of the section that matches best.
    heading: str
    # The address of this section.
    path: str
    # Plain text around the words that match.
    excerpt: str


class DocumentationFound(TypedDict):
    """Pages of the documentation, the best match first."""
    items: list["DocumentationFoundItemsItem"]


class EmbeddedAgain(TypedDict):
    """How many documents are embedded anew."""
    index: str
    # Whether the index was made for vectors of another length.
    resized: bool
    # Documents that are embedded anew.
    begun: int
    # Documents that something newer is under way for.
    skipped: int


class ErrorBodyErrorIssuesItem(TypedDict):
    """A problem with one field."""
    path: NotRequired[str]
    code: NotRequired[str]
    message: NotRequired[str]


class ErrorBodyError(TypedDict):
    # Stable error code. The table in the introduction explains each code.
    code: Literal["invalid_request", "content_refused", "unauthorized", "forbidden", "not_found", "method_not_allowed", "not_acceptable", "conflict", "payload_too_large", "unsupported_media_type", "validation_failed", "model_incapable", "rate_limited", "internal", "upstream_failed", "upstream_refused", "unavailable", "timeout", "storage_full"]
    # Message for people. It may change.
    message: str
    # Data for programs, depending on the code.
    details: dict[str, Any]
    # `ValidationError` if the code is validation_failed.
    name: NotRequired[str]
    # Invalid fields, if the code is validation_failed.
    issues: NotRequired[list["ErrorBodyErrorIssuesItem"]]
    timestamp: str
    # The X-Request-Id of the response. Quote it when you report a problem.
    request_id: str


class ErrorBody(TypedDict):
    """Body of every unsuccessful response."""
    error: "ErrorBodyError"
    # The HTTP status.
    status_code: int
    # The requested path, without its query.
    path: str
    method: str


class EventFeedActivityRecord(TypedDict):
    """One event of an upload."""
    event_type: str
    timestamp: str
    upload_id: str
    status: str
    details: dict[str, Any]


class ExampleDocumentsDocumentsItem(TypedDict):
    name: str
    size_bytes: int


class ExampleDocuments(TypedDict):
    """Sample documents."""
    documents: list["ExampleDocumentsDocumentsItem"]


class ExchangeInputImagesItem(TypedDict):
    name: str
    size: NotRequired[float]


class ExchangeInputRepliesItemReplyCitationsItem(TypedDict):
    marker: str
    filename: NotRequired[Union[str, None]]
    document_id: NotRequired[Union[str, None]]
    quote: str
    sentence: NotRequired[str]
    missing: NotRequired[list[str]]


class ExchangeInputRepliesItemReplyMetadataItemAlsoInItem(TypedDict):
    document_id: NotRequired[Union[str, None]]


class ExchangeInputRepliesItemReplyMetadataItem(TypedDict):
    id: NotRequired[Union[str, None]]
    document_id: NotRequired[Union[str, None]]
    index: NotRequired[Union[str, None]]
    filename: NotRequired[Union[str, None]]
    text: NotRequired[Union[str, None]]
    also_in: NotRequired[list["ExchangeInputRepliesItemReplyMetadataItemAlsoInItem"]]


class ExchangeInputRepliesItemReplyErrorsItem(TypedDict):
    code: str
    message: str


class ExchangeInputRepliesItemReply(TypedDict):
    """The whole reply of the chat route, or what of it is to be kept."""
    answer: str
    citations: NotRequired[list["ExchangeInputRepliesItemReplyCitationsItem"]]
    metadata: NotRequired[list["ExchangeInputRepliesItemReplyMetadataItem"]]
    errors: NotRequired[list["ExchangeInputRepliesItemReplyErrorsItem"]]
    response_metadata: NotRequired[dict[str, Any]]


class ExchangeInputRepliesItemError(TypedDict):
    """Why there is no answer."""
    message: str


class ExchangeInputRepliesItem(TypedDict):
    # The whole reply of the chat route, or what of it is to be kept.
    reply: NotRequired["ExchangeInputRepliesItemReply"]
    # What was written before it was stopped.
    text: NotRequired[str]
    # Why there is no answer.
    error: NotRequired["ExchangeInputRepliesItemError"]
    # What was chosen for this question.
    settings: NotRequired[dict[str, Any]]
    # Seconds.
    elapsed: NotRequired[float]
    rating: NotRequired[float]


class ExchangeInput(TypedDict):
    """A question with what was replied."""
    question: str
    images: NotRequired[list["ExchangeInputImagesItem"]]
    # One, or one of each of the settings that were compared.
    replies: list["ExchangeInputRepliesItem"]


class Feedback(TypedDict):
    """What somebody thinks of one answer."""
    # ID of the user.
    user_id: str
    # ID of the session.
    session_id: str
    # ID of the rated response.
    response_id: str
    # Experiment of the response.
    experiment_name: NotRequired[str]
    # Variant of the experiment.
    variant_name: NotRequired[str]
    # Rating: -1 down, 0 neutral, 1 up.
    rating: int
    # Comment of the user.
    feedback_text: NotRequired[str]
    # Response time in seconds.
    response_time: NotRequired[float]
    # Whether the user completed the task.
    task_completed: NotRequired[bool]
    # Context such as question, answer and metadata.
    response_payload: NotRequired[dict[str, Any]]
    created_at: str
    updated_at: str


class FeedbackGiven(TypedDict):
    """The rating is kept."""
    status: Literal["created", "updated"]
    message: str


class FeedbackSummaryByExperimentItemVariantsItemInterval1(TypedDict):
    low: float
    high: float


class FeedbackSummaryByExperimentItemVariantsItem(TypedDict):
    variant_name: Union[str, None]
    total: int
    thumbs_up: int
    thumbs_down: int
    neutral: int
    up_rate: float
    # 95 % (Wilson) of up_rate; null without a thumb.
    interval: Union["FeedbackSummaryByExperimentItemVariantsItemInterval1", None]


class FeedbackSummaryByExperimentItemDifference1(TypedDict):
    """Up rate of the most frequent variant minus that of the second, with its 95 % interval (Newcombe, hybrid score)."""
    variant: Union[str, None]
    against: Union[str, None]
    difference: float
    low: float
    high: float
    # Whether the interval leaves out 0.
    significant: bool


class FeedbackSummaryByExperimentItem(TypedDict):
    experiment_name: str
    total: int
    thumbs_up: int
    thumbs_down: int
    neutral: int
    up_rate: float
    variants: list["FeedbackSummaryByExperimentItemVariantsItem"]
    difference: Union["FeedbackSummaryByExperimentItemDifference1", None]


class FeedbackSummaryByDayItem(TypedDict):
    day: str
    thumbs_up: int
    thumbs_down: int
    neutral: int


class FeedbackSummaryRecentItem(TypedDict):
    # ID of the user.
    user_id: str
    # ID of the session.
    session_id: str
    # ID of the rated response.
    response_id: str
    # Experiment of the response.
    experiment_name: NotRequired[str]
    # Variant of the experiment.
    variant_name: NotRequired[str]
    # Rating: -1 down, 0 neutral, 1 up.
    rating: int
    # Comment of the user.
    feedback_text: NotRequired[str]
    # Response time in seconds.
    response_time: NotRequired[float]
    # Whether the user completed the task.
    task_completed: NotRequired[bool]
    created_at: str
    updated_at: str


class FeedbackSummary(TypedDict):
    """Ratings in numbers."""
    total: int
    thumbs_up: int
    thumbs_down: int
    neutral: int
    up_rate: float
    by_experiment: list["FeedbackSummaryByExperimentItem"]
    experiments: int
    # The last 90 days, UTC.
    by_day: list["FeedbackSummaryByDayItem"]
    recent: list["FeedbackSummaryRecentItem"]


class FindingCounts(TypedDict):
    """Findings by severity."""
    error: int
    warning: int
    info: int


class FoundFile(TypedDict):
    """A file that was found by its name."""
    index: str
    source_file: str
    file_type: str
    chunk_count: int
    latest_ingestion: str


class GuidesReplyData(TypedDict):
    root: list["QuickReferenceGuide"]


class GuidesReply(TypedDict):
    """A job of quick reference guides: that it was accepted, its guides, or why there are none."""
    requestId: str
    sessionId: Union[str, None]
    # accepted, success, error; of status and result: PROCESSING, SUCCESS, ERROR, CANCELLED.
    status: str
    message: NotRequired[str]
    data: NotRequired["GuidesReplyData"]
    # Annexes without a guide, and why.
    errors: NotRequired[list[str]]


class GuidesStatusProgress(TypedDict):
    """Annexes of the plan, and how many are over."""
    total: int
    done: int


class GuidesStatus(TypedDict):
    """How far a job of quick reference guides is."""
    requestId: str
    sessionId: Union[str, None]
    status: Literal["PROCESSING", "SUCCESS", "ERROR", "CANCELLED"]
    # Annexes of the plan, and how many are over.
    progress: "GuidesStatusProgress"
    message: NotRequired[str]


class HealthSummaryServicesValue(TypedDict):
    status: Literal["healthy", "unhealthy"]
    responseTimeMs: float
    last_checked: str
    # Records that it has yet to take in, where it is not ready for that.
    behind: NotRequired[int]
    # A few words on it; of `ai_services`, which model answers, or that there is none.
    detail: NotRequired[str]


class HealthSummary(TypedDict):
    """The state of each dependency; `unknown` before the first check."""
    status: Union[Literal["healthy", "degraded", "unhealthy"], Literal["unknown"]]
    timestamp: str
    tested: bool
    services: dict[str, "HealthSummaryServicesValue"]


class IndexChange(TypedDict):
    """What was done to the index."""
    status: Literal["created", "updated"]
    name: str
    created: NotRequired[Literal[True]]
    updated: NotRequired[Literal[True]]


class IndexCleared(TypedDict):
    """The index is empty, or what would go from it."""
    status: Literal["cleared", "would_clear"]
    name: str
    # Chunks that are gone: none of a dry run.
    deleted: int
    # Of a dry run: documents that would not be found any more.
    documents: NotRequired[int]
    # Of a dry run: chunks that would go.
    chunks: NotRequired[int]


class IndexDeleted(TypedDict):
    """The index is gone, or what would go with it."""
    status: Literal["deleted", "would_delete"]
    name: str
    # Documents that could be found in it.
    documents: int
    chunks: int


class IndexSpecInputIndex(TypedDict):
    """Azure AI Search's index JSON."""


class IndexSpecInput(TypedDict):
    """An index and what to do with it."""
    mode: Literal["create", "update", "upsert"]
    # Azure AI Search's index JSON.
    index: "IndexSpecInputIndex"


class IndexesCreatedResultsItem(TypedDict):
    alias: str
    name: str
    status: Literal["created", "exists", "failed"]
    message: NotRequired[str]


class IndexesCreated(TypedDict):
    """What became of each configured alias."""
    # failed: at least one index could not be made.
    status: Literal["ok", "failed"]
    results: list["IndexesCreatedResultsItem"]


class Ingestor(TypedDict):
    """What takes workbooks in. `waiting`: tasks that wait in this process."""
    name: str
    formats: list[str]
    stages: list[str]
    rules: list[str]
    waiting: int


class KnowledgeChunk(TypedDict):
    """A chunk as the index shows it, without its vector. What an index does not define is null."""
    id: str
    document_id: Union[str, None]
    upload_id: Union[str, None]
    source_file: Union[str, None]
    filename: Union[str, None]
    file_type: Union[str, None]
    title: Union[str, None]
    doc_type: Union[str, None]
    tags: Union[list[str], None]
    confidentiality: Union[str, None]
    business_unit: Union[str, None]
    effective_date: Union[str, None]
    expiry_date: Union[str, None]
    chunk_index: Union[float, None]
    block_id: Union[str, None]
    part: Union[str, None]
    page_number: Union[float, None]
    char_start: Union[float, None]
    char_end: Union[float, None]
    section: Union[str, None]
    speaker: Union[str, None]
    timestamp: Union[str, None]
    video_url: Union[str, None]
    keyword: Union[str, None]
    topic: Union[str, None]
    tokens: Union[float, None]
    text: Union[str, None]
    ingested_at: Union[str, None]


class KnowledgeChunkPage(TypedDict):
    """A page of chunks."""
    items: list["KnowledgeChunk"]
    pagination: "Pagination"


class KnowledgeFile(TypedDict):
    """A document with chunks in an index."""
    source_file: str
    # null where it was indexed before titles were noted.
    title: Union[str, None]
    document_id: str
    index: str
    # Lower-case extension without the dot.
    file_type: str
    size_bytes: int
    chunk_count: int
    estimated_tokens: int
    ingested_at: str
    # Of the newest upload of this file, which upload_id names.
    status: str
    upload_id: str


class KnowledgeFilePage(TypedDict):
    """A page of files."""
    items: list["KnowledgeFile"]
    pagination: "Pagination"


class KnowledgeQueryInputOptions(TypedDict):
    # Let the configured judge put the best chunks into order; absent: as configured.
    rerank: NotRequired[bool]
    # Chunks that say the same count once.
    deduplicate: NotRequired[bool]


class KnowledgeQueryInput(TypedDict):
    """Words to look for, and which chunks count."""
    query: str
    filters: NotRequired[Union[dict[str, Union[Union[str, float, bool, None], list[Union[str, float, bool, None]]]], None]]
    # 1 to 100; the configured number when absent.
    top_k: NotRequired[int]
    # Name or alias; the default index when absent.
    index: NotRequired[str]
    options: NotRequired["KnowledgeQueryInputOptions"]


class KnowledgeQueryReplyResultsItemAlsoInItem(TypedDict):
    doc_id: str
    chunk_id: str
    source_file: Union[str, None]


class KnowledgeQueryReplyResultsItem(TypedDict):
    # The document; the chunk where its index keeps no document ids.
    doc_id: str
    snippet: str
    score: float
    chunk_id: str
    index: str
    source_file: Union[str, None]
    title: Union[str, None]
    file_type: Union[str, None]
    section: Union[str, None]
    page_number: Union[float, None]
    chunk_index: Union[float, None]
    # The judge's; only where it judged.
    rerank_score: NotRequired[float]
    # Where the same text stands too; only with deduplicate.
    also_in: NotRequired[list["KnowledgeQueryReplyResultsItemAlsoInItem"]]


class KnowledgeQueryReplyRerank(TypedDict):
    """What became of the wish to rerank; without one absent."""
    applied: bool
    model: NotRequired[str]
    candidates: NotRequired[int]
    reason: NotRequired[Literal["not_configured", "failed", "timed_out"]]


class KnowledgeQueryReply(TypedDict):
    """The best chunks first."""
    results: list["KnowledgeQueryReplyResultsItem"]
    # What became of the wish to rerank; without one absent.
    rerank: NotRequired["KnowledgeQueryReplyRerank"]
    # Every chunk that fits, also beyond top_k.
    total: int


class KnowledgeStatsIndexesItem(TypedDict):
    name: str
    alias: Union[str, None]
    files: int
    chunks: int
    size_bytes: int
    estimated_tokens: int
    latest_ingestion: Union[str, None]


class KnowledgeStats(TypedDict):
    """The knowledge base in numbers."""
    total_files: int
    total_chunks: int
    total_size_bytes: int
    estimated_tokens: int
    # Extension to number of files.
    file_type_breakdown: dict[str, int]
    # Index to number of files.
    index_breakdown: dict[str, int]
    indexes: list["KnowledgeStatsIndexesItem"]
    # Newest first.
    files: list["KnowledgeFile"]
    # Files beyond those in `files`; the CSV has all.
    files_omitted: int


class LiveIndexesIndexesItem(TypedDict):
    name: str
    alias: Union[str, None]
    # Chunks that the caller may read, each of which is a document of the search engine: the same as `chunks`.
    document_count: int
    # Documents that the caller can find in it.
    documents: int
    # Chunks of these.
    chunks: int


class LiveIndexes(TypedDict):
    """Every index with its alias."""
    indexes: list["LiveIndexesIndexesItem"]


class ModelPrice(TypedDict):
    """Of a million tokens; absent where config.yaml names none."""
    # Price per million prompt tokens.
    input: float
    # Price per million completion tokens.
    output: float
    # Currency of the price, as a three-letter code.
    currency: str


class ModelValidation(TypedDict):
    ok: bool
    checked_at: str
    latency_ms: float
    error: NotRequired[str]


class Model(TypedDict):
    """An alias under which a model can be asked for; `deployment` on Azure, `model` elsewhere."""
    alias: str
    provider: str
    model: NotRequired[str]
    deployment: NotRequired[str]
    supports_multimodal: bool
    supports_reasoning: bool
    is_default: bool
    # Of a million tokens; absent where config.yaml names none.
    price: NotRequired["ModelPrice"]
    validation: NotRequired["ModelValidation"]


class ModelConnection(TypedDict):
    """A connection to a model server. Its key is never told."""
    name: str
    kind: Literal["answers", "embeddings", "rerank"]
    base_url: str
    key: Literal["none", "kept", "environment"]
    api_key_env: NotRequired[str]
    serves: dict[str, str]
    model: NotRequired[str]
    dimensions: NotRequired[int]
    # Why it cannot be used.
    problem: NotRequired[str]
    # Who made it.
    actor: str
    at: str


class ModelConnectionWantedInput(TypedDict):
    # Of an OpenAI-compatible server, up to and with /v1; of reranking, without /rerank.
    base_url: str
    # The key itself. It is kept encrypted, and never shown again.
    api_key: NotRequired[str]
    # The environment variable that holds the key, in its place.
    api_key_env: NotRequired[str]
    # The key that is kept, for the same address.
    keep_key: NotRequired[bool]
    # Of language models: what the server calls the model of each alias.
    serves: NotRequired[dict[str, str]]
    # Of embeddings and reranking.
    model: NotRequired[str]


class ModelConnectionsAliasesItem(TypedDict):
    alias: str
    provider: str
    model: str
    connected: NotRequired[str]
    # Why its latest call failed, as this process saw it; absent while calls succeed.
    failing: NotRequired[str]


class ModelConnectionsEmbeddings(TypedDict):
    """The embedder that works now, whether connected here or by the environment."""
    provider: str
    model: str
    dimensions: int


class ModelConnectionsRerank(TypedDict):
    """Who orders passages now; absent: nobody."""
    model: str


class ModelConnectionsIndexesItem(TypedDict):
    name: str
    model: str
    dimensions: Union[int, None]
    fits: bool


class ModelConnectionsFoundItem(TypedDict):
    server: str
    base_url: str
    models: list[str]


class ModelConnections(TypedDict):
    """What answers, embeds and orders now, and what could."""
    connections: list["ModelConnection"]
    # Who serves each alias now; `connected`: by which of the connections.
    aliases: list["ModelConnectionsAliasesItem"]
    # The embedder that works now, whether connected here or by the environment.
    embeddings: "ModelConnectionsEmbeddings"
    # Who orders passages now; absent: nobody.
    rerank: NotRequired["ModelConnectionsRerank"]
    # Indexes, the embedder by which each is searched (a rebuild may have given it a further one), and whether its vectors fit.
    indexes: list["ModelConnectionsIndexesItem"]
    # Model servers that were seen on this machine at the start. They are not used until somebody connects them.
    found: list["ModelConnectionsFoundItem"]


class ModelServerProbeInput(TypedDict):
    # The connection whose kept key is meant by keep_key.
    name: NotRequired[str]
    kind: Literal["answers", "embeddings", "rerank"]
    # Of an OpenAI-compatible server, up to and with /v1; of reranking, without /rerank.
    base_url: str
    # The key itself. It is kept encrypted, and never shown again.
    api_key: NotRequired[str]
    # The environment variable that holds the key, in its place.
    api_key_env: NotRequired[str]
    # The key that is kept, for the same address.
    keep_key: NotRequired[bool]
    # Called where it is named; else the server is asked for its list alone.
    model: NotRequired[str]


class ModelServerProbed(TypedDict):
    """What a model server said."""
    ok: bool
    # As the server answers: with /v1 where that was left out.
    base_url: str
    # Its own list; empty where it has none.
    models: list[str]
    # Of the call of the model, or of the list where none is named.
    latency_ms: NotRequired[int]
    # Numbers of one vector.
    dimensions: NotRequired[int]
    error: NotRequired[str]


OffsetsMovedMovesItem = TypedDict("OffsetsMovedMovesItem", {
    "partition": int,
    "from": Union[int, None],
    "to": int,
})


class OffsetsMoved(TypedDict):
    """Where a group begins from now on."""
    group: str
    topic: str
    dry_run: bool
    moves: list["OffsetsMovedMovesItem"]


class PageWordsWordsItem(TypedDict):
    text: str
    box: list[Any]


class PageWords(TypedDict):
    """The words of a page; `box` is left, top, right, bottom in parts of its picture."""
    words: list["PageWordsWordsItem"]


class Pagination(TypedDict):
    """Where a page stands."""
    page: int
    page_size: int
    total_items: int
    total_pages: int
    has_next: bool
    has_previous: bool
    next_page_url: Union[str, None]
    previous_page_url: Union[str, None]


class Plan(TypedDict):
    """An emergency operation plan."""
    # Any text of 1 to 200 characters.
    id: str
    organizationId: str
    name: str
    annexes: list["PlanAnnex"]
    # The roles of the plan.
    generalUserTags: list["PlanTag"]


class PlanAnnex(TypedDict):
    """A part of a plan: what is done, or what is done against a hazard."""
    id: str
    name: str
    type: Literal["FUNCTIONAL", "HAZARD"]
    # Rich text, kept as it was sent.
    html: str


class PlanAnnexInput(TypedDict):
    """A part of a plan: what is done, or what is done against a hazard."""
    id: str
    name: str
    type: Literal["FUNCTIONAL", "HAZARD"]
    # Rich text, kept as it was sent.
    html: NotRequired[str]


class PlanDraftInput(TypedDict):
    """An emergency operation plan; fields beyond these are kept as they are."""
    # As in the path, or left out.
    id: NotRequired[str]
    organizationId: str
    name: str
    annexes: NotRequired[list["PlanAnnexInput"]]
    # The roles of the plan.
    generalUserTags: NotRequired[list["PlanTagInput"]]


class PlanSummaryAnnexesItem(TypedDict):
    id: str
    name: str
    type: Literal["FUNCTIONAL", "HAZARD"]


class PlanSummary(TypedDict):
    """A plan without the texts of its annexes."""
    id: str
    organizationId: str
    name: str
    annexes: list["PlanSummaryAnnexesItem"]
    # How many roles the plan has.
    roles: int
    # The plan that this is a snapshot of.
    snapshotOf: Union[str, None]
    # Grows with every change.
    version: int
    updatedAt: str


class PlanTag(TypedDict):
    """A role in a plan."""
    id: str
    name: str


class PlanTagInput(TypedDict):
    """A role in a plan."""
    id: str
    name: str


class PlatformHealthServicesValue(TypedDict):
    status: Literal["up", "down"]
    responseTimeMs: float
    last_checked: str
    # Records that it has yet to take in, where it is not ready for that.
    behind: NotRequired[int]
    # A few words on it; of `ai_services`, which model answers, or that there is none.
    detail: NotRequired[str]


class PlatformHealth(TypedDict):
    """The overall health, with the load of the machine."""
    status: Literal["healthy", "degraded", "unhealthy"]
    timestamp: str
    version: str
    uptime: float
    services: dict[str, "PlatformHealthServicesValue"]
    # Percent; null where the system does not tell.
    system_metrics: dict[str, Union[float, None]]


class PromptBundlePrompts(TypedDict):
    system_prompts: list["PromptEntry"]
    response_templates: list["PromptEntry"]
    experiments: list["PromptEntry"]


class PromptBundleConfiguredDefaults(TypedDict):
    # Empty where the built-in prompt holds.
    system_prompts: list[str]
    response_template: Union[str, None]


class PromptBundleEffective(TypedDict):
    """The texts that chats use now."""
    system_prompt: str
    response_template: str


class PromptBundleBuiltIn(TypedDict):
    """The texts that hold where nothing is the default."""
    system_prompt: str
    response_template: str


class PromptBundleVersionsByTypeSystem(TypedDict):
    current_id: Union[str, None]
    entries: list["PromptEntry"]


class PromptBundleVersionsByTypeResponse(TypedDict):
    current_id: Union[str, None]
    entries: list["PromptEntry"]


class PromptBundleVersionsByTypeExperiment(TypedDict):
    current_id: Union[str, None]
    entries: list["PromptEntry"]


class PromptBundleVersionsByType(TypedDict):
    system: "PromptBundleVersionsByTypeSystem"
    response: "PromptBundleVersionsByTypeResponse"
    experiment: "PromptBundleVersionsByTypeExperiment"


class PromptBundlePromptMetadata(TypedDict):
    label: str
    prompt_tag: str
    notes: str
    saved_by: str
    saved_at: str
    # Who last changed label, tag, notes or name.
    updated_by: Union[str, None]
    updated_at: Union[str, None]
    # Who last made this version the default.
    promoted_by: Union[str, None]
    promoted_at: Union[str, None]


class PromptBundlePromptStorage(TypedDict):
    kind: Literal["filesystem", "blob"]
    path: str
    bytes: int


class PromptBundlePrompt(TypedDict):
    """The version of prompt_id."""
    id: str
    name: str
    type: Literal["system", "response", "experiment"]
    # YYYYMMDD-HHMMSS, and -n from the second version of a second on.
    version: str
    # What system_prompt_file and response_template_file take.
    path: str
    is_current: bool
    metadata: "PromptBundlePromptMetadata"
    storage: "PromptBundlePromptStorage"
    content: str


class PromptBundle(TypedDict):
    """What the prompt repository holds."""
    prompts: "PromptBundlePrompts"
    configured_defaults: "PromptBundleConfiguredDefaults"
    # The texts that chats use now.
    effective: "PromptBundleEffective"
    # The texts that hold where nothing is the default.
    built_in: "PromptBundleBuiltIn"
    source: Literal["filesystem", "blob"]
    manifest_version: int
    versions_by_type: "PromptBundleVersionsByType"
    # The version of prompt_id.
    prompt: NotRequired["PromptBundlePrompt"]


class PromptEntryMetadata(TypedDict):
    label: str
    prompt_tag: str
    notes: str
    saved_by: str
    saved_at: str
    # Who last changed label, tag, notes or name.
    updated_by: Union[str, None]
    updated_at: Union[str, None]
    # Who last made this version the default.
    promoted_by: Union[str, None]
    promoted_at: Union[str, None]


class PromptEntryStorage(TypedDict):
    kind: Literal["filesystem", "blob"]
    path: str
    bytes: int


class PromptEntry(TypedDict):
    """A version of a prompt."""
    id: str
    name: str
    type: Literal["system", "response", "experiment"]
    # YYYYMMDD-HHMMSS, and -n from the second version of a second on.
    version: str
    # What system_prompt_file and response_template_file take.
    path: str
    is_current: bool
    metadata: "PromptEntryMetadata"
    storage: "PromptEntryStorage"


class PromptSaved(TypedDict):
    """What was done, and the version that it was done to."""
    status: Literal["saved", "updated", "renamed", "deleted", "default_set"]
    prompt_id: str
    # Whether the version was made the default by this.
    default_set: bool
    # As it is now; as it was when it was deleted.
    entry: "PromptEntry"


class QuickReferenceGuideContentBlocksItemSentencesItemSource1(TypedDict):
    # Number of the element among those of the annex that hold text, from 0.
    element: int
    # Where the element begins in the HTML of the annex.
    start: int
    end: int
    # What stands there.
    quote: str


class QuickReferenceGuideContentBlocksItemSentencesItem(TypedDict):
    text: str
    # The element of the annex that it comes from; null where none says it: hold it against the annex.
    source: Union["QuickReferenceGuideContentBlocksItemSentencesItemSource1", None]


class QuickReferenceGuideContentBlocksItem(TypedDict):
    type: Literal["BEFORE", "DURING", "AFTER"]
    # HTML: a list of steps.
    content: str
    # The sentences of the content, each with where it comes from.
    sentences: list["QuickReferenceGuideContentBlocksItemSentencesItem"]
    # Steps of the annex for which there is no room on a card.
    left_out: int


class QuickReferenceGuide(TypedDict):
    """What people of some roles do before, during and after."""
    name: str
    organizationId: str
    type: Literal["FUNCTIONAL", "EMERGENCY"]
    functionality: Union[str, None]
    hazard: Union[str, None]
    generalUserTagManagementType: Literal["ASSIGN_SELECTED", "ASSIGN_ALL"]
    generalUserTagIds: list[str]
    # Names of those roles.
    roles: list[str]
    contentBlocks: list["QuickReferenceGuideContentBlocksItem"]
    annexId: str
    # embedded: its sentences are the annex’s own. model: a language model wrote it.
    writer: Literal["embedded", "model"]
    # Sentences that no element of the annex says.
    untraced: int


class ReasoningOutputTemporalSeriesItemTrend(TypedDict):
    direction: Literal["up", "down", "flat"]
    slope_per_day: float
    p_value: float


class ReasoningOutputTemporalSeriesItemSeasonality1(TypedDict):
    # Samples.
    period: float
    strength: float


class ReasoningOutputTemporalSeriesItemChangePointsItem(TypedDict):
    t: str
    index: int
    before_mean: float
    after_mean: float
    confidence: float


class ReasoningOutputTemporalSeriesItemAnomaliesItem(TypedDict):
    t: str
    v: float
    # Robust deviations from what was expected; negative below it.
    score: float


ReasoningOutputTemporalSeriesItemGapsItem = TypedDict("ReasoningOutputTemporalSeriesItemGapsItem", {
    "from": str,
    "to": str,
    "missing": int,
})


class ReasoningOutputTemporalSeriesItemStationarity1(TypedDict):
    pass


class ReasoningOutputTemporalSeriesItem(TypedDict):
    id: str
    trend: "ReasoningOutputTemporalSeriesItemTrend"
    seasonality: Union["ReasoningOutputTemporalSeriesItemSeasonality1", None]
    changePoints: list["ReasoningOutputTemporalSeriesItemChangePointsItem"]
    anomalies: list["ReasoningOutputTemporalSeriesItemAnomaliesItem"]
    gaps: list["ReasoningOutputTemporalSeriesItemGapsItem"]
    stationarity: Union["ReasoningOutputTemporalSeriesItemStationarity1", None]
    notes: list[str]


class ReasoningOutputTemporal(TypedDict):
    series: list["ReasoningOutputTemporalSeriesItem"]


class ReasoningOutputPatternItemsItem(TypedDict):
    id: str


class ReasoningOutputPattern(TypedDict):
    items: list["ReasoningOutputPatternItemsItem"]


class ReasoningOutputCorrelationPairsItem(TypedDict):
    a: str
    b: str
    n: int
    pearson: float
    spearman: float
    # Samples; positive: b follows a. 0 where no lag stands out.
    best_lag: int
    p_value: float
    q_value: float


class ReasoningOutputCorrelation(TypedDict):
    pairs: list["ReasoningOutputCorrelationPairsItem"]


class ReasoningOutputDomain(TypedDict):
    profile: str


class ReasoningOutputExplanationClaimsItemReferencesItem(TypedDict):
    path: str
    value: float


class ReasoningOutputExplanationClaimsItem(TypedDict):
    id: str
    kind: Literal["change", "trend", "correlation", "lag", "anomaly", "season", "comparison", "forecast", "outlier", "distribution", "gap", "driver", "calendar", "difference", "extreme"]
    # Ids of series and datasets.
    about: list[str]
    text: str
    direction: Union[Literal["up", "down"], None]
    t: Union[str, None]
    effect: float
    # 0 to 1.
    certainty: float
    # The numbers that it says, by their place in this reply.
    references: list["ReasoningOutputExplanationClaimsItemReferencesItem"]


class ReasoningOutputExplanation(TypedDict):
    text: str
    source: Literal["model", "templates"]
    claims: list["ReasoningOutputExplanationClaimsItem"]


class ReasoningOutputValidationChecksItem(TypedDict):
    name: str
    passed: bool
    detail: str


class ReasoningOutputValidation(TypedDict):
    passed: bool
    checks: list["ReasoningOutputValidationChecksItem"]


class ReasoningOutputResultKeyInsightsItemReferencesItem(TypedDict):
    path: str
    value: float


class ReasoningOutputResultKeyInsightsItem(TypedDict):
    id: str
    kind: Literal["change", "trend", "correlation", "lag", "anomaly", "season", "comparison", "forecast", "outlier", "distribution", "gap", "driver", "calendar", "difference", "extreme"]
    # Ids of series and datasets.
    about: list[str]
    text: str
    direction: Union[Literal["up", "down"], None]
    t: Union[str, None]
    effect: float
    # 0 to 1.
    certainty: float
    # The numbers that it says, by their place in this reply.
    references: list["ReasoningOutputResultKeyInsightsItemReferencesItem"]


class ReasoningOutputResultMissingItem(TypedDict):
    step: str
    status: str
    reason: str


class ReasoningOutputResultSkippedItem(TypedDict):
    id: str
    notes: list[str]


class ReasoningOutputResult(TypedDict):
    summary: str
    keyInsights: list["ReasoningOutputResultKeyInsightsItem"]
    # 0 to 1: how sure the summary is.
    confidence: float
    # Steps that were skipped or failed.
    missing: list["ReasoningOutputResultMissingItem"]
    # Items that were left out.
    skipped: list["ReasoningOutputResultSkippedItem"]


class ReasoningOutputExecutedStepsItem(TypedDict):
    step: str
    status: Literal["completed", "skipped", "failed"]
    startedAt: str
    durationMs: float
    reason: NotRequired[str]


class ReasoningOutputTiming(TypedDict):
    startedAt: str
    completedAt: str
    totalMs: float


class ReasoningOutput(TypedDict):
    """What was found, step by step, and what it says to the objective."""
    taskId: Union[str, None]
    objective: str
    temporal: NotRequired["ReasoningOutputTemporal"]
    pattern: NotRequired["ReasoningOutputPattern"]
    correlation: NotRequired["ReasoningOutputCorrelation"]
    domain: NotRequired["ReasoningOutputDomain"]
    explanation: NotRequired["ReasoningOutputExplanation"]
    validation: NotRequired["ReasoningOutputValidation"]
    result: "ReasoningOutputResult"
    executedSteps: list["ReasoningOutputExecutedStepsItem"]
    timing: "ReasoningOutputTiming"


class ReasoningRequestSeriesItemPointsItem(TypedDict):
    # ISO 8601, to the millisecond; UTC where it names no zone.
    t: str
    v: float


class ReasoningRequestSeriesItem(TypedDict):
    # Unique among series and datasets.
    id: str
    # For people; the id where it is left out.
    label: NotRequired[str]
    points: list["ReasoningRequestSeriesItemPointsItem"]


class ReasoningRequestDatasetsItem(TypedDict):
    # Unique among series and datasets.
    id: str
    # For people; the id where it is left out.
    label: NotRequired[str]
    values: list[float]


class ReasoningRequest(TypedDict):
    """Series, numbers and a question. At least one of series and datasets."""
    # The question, in plain words: the result answers it first.
    objective: str
    series: NotRequired[list["ReasoningRequestSeriesItem"]]
    # Numbers without times.
    datasets: NotRequired[list["ReasoningRequestDatasetsItem"]]
    # What is known: cycles, dates of events, holidays.
    hints: NotRequired[list[str]]
    # Whose rules are held against the findings.
    outputProfile: Literal["default", "education", "finance", "operations"]
    # Comes back as it is.
    taskId: NotRequired[str]


class ReasoningRequestInputSeriesItemPointsItem(TypedDict):
    # ISO 8601, to the millisecond; UTC where it names no zone.
    t: str
    v: float


class ReasoningRequestInputSeriesItem(TypedDict):
    # Unique among series and datasets.
    id: str
    # For people; the id where it is left out.
    label: NotRequired[str]
    points: list["ReasoningRequestInputSeriesItemPointsItem"]


class ReasoningRequestInputDatasetsItem(TypedDict):
    # Unique among series and datasets.
    id: str
    # For people; the id where it is left out.
    label: NotRequired[str]
    values: list[float]


class ReasoningRequestInput(TypedDict):
    """Series, numbers and a question. At least one of series and datasets."""
    # The question, in plain words: the result answers it first.
    objective: str
    series: NotRequired[list["ReasoningRequestInputSeriesItem"]]
    # Numbers without times.
    datasets: NotRequired[list["ReasoningRequestInputDatasetsItem"]]
    # What is known: cycles, dates of events, holidays.
    hints: NotRequired[list[str]]
    # Whose rules are held against the findings.
    outputProfile: NotRequired[Literal["default", "education", "finance", "operations"]]
    # Comes back as it is.
    taskId: NotRequired[str]


class ReasoningRunStepsItem(TypedDict):
    step: str
    status: str
    reason: NotRequired[str]


class ReasoningRun(TypedDict):
    """A run, and what it found."""
    runId: str
    # The question, its first line of 200 characters.
    objective: str
    status: Literal["running", "completed", "failed"]
    # Why it failed; `cancelled` where somebody ended it.
    reason: NotRequired[str]
    createdAt: str
    steps: list["ReasoningRunStepsItem"]
    # Once it is completed.
    result: NotRequired["ReasoningOutput"]


class ReasoningRunCancelledStepsItem(TypedDict):
    step: str
    status: str
    reason: NotRequired[str]


class ReasoningRunCancelled(TypedDict):
    """The run after its end."""
    runId: str
    # The question, its first line of 200 characters.
    objective: str
    status: Literal["running", "completed", "failed"]
    # Why it failed; `cancelled` where somebody ended it.
    reason: NotRequired[str]
    createdAt: str
    steps: list["ReasoningRunCancelledStepsItem"]


class ReasoningRunSummaryStepsItem(TypedDict):
    step: str
    status: str
    reason: NotRequired[str]


class ReasoningRunSummary(TypedDict):
    """A run without what it found."""
    runId: str
    # The question, its first line of 200 characters.
    objective: str
    status: Literal["running", "completed", "failed"]
    # Why it failed; `cancelled` where somebody ended it.
    reason: NotRequired[str]
    createdAt: str
    steps: list["ReasoningRunSummaryStepsItem"]


class ReasoningStarted(TypedDict):
    """Where the run is asked for."""
    runId: str


class RebuildFailuresItem(TypedDict):
    document_id: str
    source_file: NotRequired[str]
    message: str


class RebuildBuilds(TypedDict):
    old: Union[str, None]
    new: Union[str, None]


class RebuildCompareDocuments(TypedDict):
    old: float
    new: float


class RebuildCompareChunks(TypedDict):
    old: float
    new: float


class RebuildCompareNdcg(TypedDict):
    """nDCG@10 by documents, over the questions of which it is known what they should find."""
    old: float
    new: float
    difference: float
    # 95 % of the difference, by 1,000 seeded resamples of the questions.
    interval: list[float]


class RebuildCompareExamplesItemOldItem(TypedDict):
    document_id: str
    source_file: str
    text: str


class RebuildCompareExamplesItemNewItem(TypedDict):
    document_id: str
    source_file: str
    text: str


class RebuildCompareExamplesItem(TypedDict):
    query: str
    overlap_at_10: float
    old: list["RebuildCompareExamplesItemOldItem"]
    new: list["RebuildCompareExamplesItemNewItem"]


class RebuildCompare(TypedDict):
    documents: "RebuildCompareDocuments"
    chunks: "RebuildCompareChunks"
    # Documents that the old build shows and the new one does not.
    missing: int
    # Ids of the first of them.
    missing_documents: NotRequired[list[str]]
    # Documents that only the new build shows.
    extra: int
    # Questions that both builds were asked: those of the request, else one made of a passage of each of up to 30 documents.
    queries: NotRequired[int]
    # Share of the first ten documents that both builds find.
    overlap_at_10: NotRequired[float]
    # nDCG@10 by documents, over the questions of which it is known what they should find.
    ndcg: NotRequired["RebuildCompareNdcg"]
    examples: NotRequired[list["RebuildCompareExamplesItem"]]


Rebuild = TypedDict("Rebuild", {
    "runId": str,
    "index": str,
    "from": Literal["received", "parsed", "chunked", "embedded"],
    "config": dict[str, Any],
    "as_of": Union[str, None],
    "status": Literal["running", "built", "live", "rolled_back", "discarded", "failed", "cancelled"],
    "paused": bool,
    "rate": Union[int, None],
    "read": int,
    "written": int,
    "total": int,
    "failed": int,
    "failures": list["RebuildFailuresItem"],
    "eta_seconds": Union[float, None],
    "waits_for": Union[str, None],
    "builds": "RebuildBuilds",
    "compare": NotRequired["RebuildCompare"],
    "reason": Union[str, None],
    "actor": str,
    "created_at": str,
    "built_at": Union[str, None],
    "live_at": Union[str, None],
    "ended_at": Union[str, None],
})


class RebuildAnywayInputValue1(TypedDict):
    # Also where the build lacks documents that the live one shows.
    anyway: NotRequired[bool]


RebuildAnywayInput: TypeAlias = Union["RebuildAnywayInputValue1", None]


class RebuildRateInput(TypedDict):
    """How fast a rebuild goes."""
    # Documents a minute at most; null: as fast as they come.
    rate: Union[int, None]


class RebuildRequestInputConfigChunking(TypedDict):
    max_tokens: NotRequired[int]
    overlap_tokens: NotRequired[int]


class RebuildRequestInputConfigEmbeddings(TypedDict):
    # A further embedder (`embeddings-…` of `GET /api/v2/models/connections`); `embeddings`: that of the platform; absent: as now.
    connection: NotRequired[str]


class RebuildRequestInputConfigIndexFieldsItem(TypedDict):
    name: str


class RebuildRequestInputConfigIndex(TypedDict):
    """Attributes of the index's definition that this build has of its own, `fields` as a whole. Vectors get the embedder's length."""
    fields: NotRequired[list["RebuildRequestInputConfigIndexFieldsItem"]]


class RebuildRequestInputConfig(TypedDict):
    """What this build has of its own, over what the live one has: keys of config.yaml, and the definition of the index. What is left out stays as it is."""
    chunking: NotRequired["RebuildRequestInputConfigChunking"]
    embeddings: NotRequired["RebuildRequestInputConfigEmbeddings"]
    # Attributes of the index's definition that this build has of its own, `fields` as a whole. Vectors get the embedder's length.
    index: NotRequired["RebuildRequestInputConfigIndex"]


class RebuildRequestInputQueriesItem(TypedDict):
    query: str
    relevant: NotRequired[list[str]]


RebuildRequestInput = TypedDict("RebuildRequestInput", {
    "index": str,
    "from": Literal["received", "parsed", "chunked", "embedded"],
    "config": NotRequired["RebuildRequestInputConfig"],
    "dry_run": NotRequired[bool],
    "as_of": NotRequired[Union[str, dict[str, dict[str, int]]]],
    "rate": NotRequired[int],
    "queries": NotRequired[list["RebuildRequestInputQueriesItem"]],
})


class RebuildStartedEstimateKept(TypedDict):
    """What is taken over as it is."""
    # Documents whose text is not read anew.
    texts: int
    chunks: int
    vectors: int


class RebuildStartedEstimateEmbeddings(TypedDict):
    # Requests to the embedder at most; 0 where nothing is embedded, or by the embedded one.
    calls: int
    # Passages that are embedded; those in the cache of vectors cost nothing.
    texts: int
    tokens: int
    # null: config.yaml names no price.
    cost: Union[float, None]
    currency: Union[str, None]


class RebuildStartedEstimate(TypedDict):
    documents: int
    chunks: int
    minutes: float
    # What the minutes rest on: the last rebuild of this index with the same `from`.
    basis: Literal["last_rebuild", "assumed"]
    # What is taken over as it is.
    kept: "RebuildStartedEstimateKept"
    embeddings: "RebuildStartedEstimateEmbeddings"


class RebuildStartedFields(TypedDict):
    """What another definition of the index changes. Absent without one."""
    added: list[str]
    removed: list[str]
    changed: list[str]
    # Added fields for which documents have no values of this name and type.
    never_filled: list[str]


class RebuildStartedAsOf(TypedDict):
    # The time that is meant.
    at: str
    # What the index showed then.
    documents: int
    # As far back as one can go for this index; null: to its beginning.
    kept_since: Union[str, None]


class RebuildStarted(TypedDict):
    """Where the rebuild is asked for, and what it takes."""
    # Absent in a dry run.
    runId: NotRequired[str]
    dry_run: bool
    index: str
    estimate: "RebuildStartedEstimate"
    # What another definition of the index changes. Absent without one.
    fields: NotRequired["RebuildStartedFields"]
    as_of: NotRequired["RebuildStartedAsOf"]


class Redriven(TypedDict):
    """What is sent again."""
    redriven: int
    # How many there are.
    matched: int
    dry_run: bool
    # Of the run that sends them.
    run_id: Union[str, None]


class ReferenceDataInputPositionsItem(TypedDict):
    name: str
    pool: NotRequired[Union[str, None]]


class ReferenceDataInput(TypedDict):
    districtId: str
    # Names of the cost pools.
    pools: NotRequired[list[str]]
    # Positions with the pool that they belong to; a position without a pool in a workbook is told it.
    positions: NotRequired[list["ReferenceDataInputPositionsItem"]]


class ReferenceDataStatePositionsItem(TypedDict):
    name: str
    pool: Union[str, None]


class ReferenceDataState(TypedDict):
    """Reference data of a district."""
    districtId: str
    pools: list[str]
    positions: list["ReferenceDataStatePositionsItem"]
    # Columns that were named by hand: the field by the words of its header; null: no field.
    headers: dict[str, Union[str, None]]
    # Whether the rows of a sheet are costs, by its name, as it was said by hand.
    sheets: dict[str, bool]
    syncedAt: Union[str, None]


class Replay(TypedDict):
    """A range of a topic that is written into another one."""
    runId: str
    status: Literal["queued", "running", "paused", "completed", "failed", "cancelled"]
    topic: str
    into: str
    read: int
    written: int
    # Records of the range, before the filter.
    total: int
    # null: not known yet.
    eta_seconds: Union[float, None]
    # Why it was started.
    reason: Union[str, None]
    failure: Union[str, None]
    actor: str
    created_at: str
    ended_at: Union[str, None]


class ReplayDryRun(TypedDict):
    """What a replay would write."""
    dry_run: Literal[True]
    # Records that would be written.
    total: int
    # Records of the range.
    scanned: int
    written: Literal[0]
    # Whether the range was too long to be counted, and a part of it stands for all.
    estimated: bool


class ReplayStarted(TypedDict):
    """The replay."""
    runId: str


class RouteManifest(TypedDict):
    """The paths of one domain."""
    domain: str
    toolCount: int
    agentCount: int
    workflowCount: int
    tools: list[str]
    agents: list[str]
    workflows: list[str]


class RunStepsItemError1(TypedDict):
    code: str
    message: str


class RunStepsItemItemsItem(TypedDict):
    done: float
    total: float
    unit: NotRequired[str]
    item: int


class RunStepsItem(TypedDict):
    name: str
    status: Literal["pending", "planning", "running", "completed", "failed", "skipped", "cancelled"]
    # Items; null until it is known.
    total: Union[int, None]
    done: int
    failed: int
    # Items that there was nothing to do for.
    skipped: int
    started_at: Union[str, None]
    ended_at: Union[str, None]
    # Why it was skipped.
    reason: Union[str, None]
    # The first failure.
    error: Union["RunStepsItemError1", None]
    # Of items under way that tell of themselves.
    items: list["RunStepsItemItemsItem"]


class RunQuestionsItem(TypedDict):
    key: str
    step: str
    about: Any
    # JSON Schema of the answer.
    answer: NotRequired[dict[str, Any]]


class RunError1(TypedDict):
    code: str
    message: str


class Run(TypedDict):
    """A job, its steps and how far they are."""
    run_id: str
    kind: str
    # What it is about, in one line.
    title: NotRequired[str]
    status: Literal["queued", "running", "waiting", "completed", "failed", "cancelled"]
    # From 1; grows with each retry.
    epoch: int
    # 0 to 1, by the steps that are over and their items.
    progress: float
    steps: list["RunStepsItem"]
    # What a person has to decide first.
    questions: list["RunQuestionsItem"]
    created_at: str
    started_at: Union[str, None]
    ended_at: Union[str, None]
    deadline_at: Union[str, None]
    # Why it failed or was canceled.
    reason: Union[str, None]
    error: Union["RunError1", None]
    # Once it is completed.
    result: NotRequired[Any]


class RunCallCost1(TypedDict):
    amount: float
    currency: str


class RunCall(TypedDict):
    """A call of a model that a run made."""
    call_id: str
    step: str
    item: int
    epoch: int
    alias: str
    model: str
    started_at: str
    # How long it took; null while it is under way.
    ms: Union[float, None]
    # lost: its process ended before it.
    outcome: Literal["running", "ok", "failed", "cancelled", "lost"]
    error: Union[str, None]
    finish_reason: Union[str, None]
    prompt_tokens: Union[float, None]
    completion_tokens: Union[float, None]
    # The endpoint told no counts.
    estimated: bool
    cost: Union["RunCallCost1", None]


class RunCallTextsCost1(TypedDict):
    amount: float
    currency: str


class RunCallTextsMessages1ItemToolCallsItem(TypedDict):
    name: str
    arguments: str


class RunCallTextsMessages1Item(TypedDict):
    role: str
    text: str
    tool_calls: NotRequired[list["RunCallTextsMessages1ItemToolCallsItem"]]


class RunCallTextsReply1ToolCallsItem(TypedDict):
    name: str
    arguments: str


class RunCallTextsReply1(TypedDict):
    text: str
    tool_calls: list["RunCallTextsReply1ToolCallsItem"]


class RunCallTexts(TypedDict):
    """A model call with its messages."""
    call_id: str
    step: str
    item: int
    epoch: int
    alias: str
    model: str
    started_at: str
    # How long it took; null while it is under way.
    ms: Union[float, None]
    # lost: its process ended before it.
    outcome: Literal["running", "ok", "failed", "cancelled", "lost"]
    error: Union[str, None]
    finish_reason: Union[str, None]
    prompt_tokens: Union[float, None]
    completion_tokens: Union[float, None]
    # The endpoint told no counts.
    estimated: bool
    cost: Union["RunCallTextsCost1", None]
    # Cut to 16,000 characters; null where they were not kept.
    messages: Union[list["RunCallTextsMessages1Item"], None]
    reply: Union["RunCallTextsReply1", None]


class RunDetailStepsItemError1(TypedDict):
    code: str
    message: str


class RunDetailStepsItemItemsItem(TypedDict):
    done: float
    total: float
    unit: NotRequired[str]
    item: int


class RunDetailStepsItem(TypedDict):
    name: str
    status: Literal["pending", "planning", "running", "completed", "failed", "skipped", "cancelled"]
    # Items; null until it is known.
    total: Union[int, None]
    done: int
    failed: int
    # Items that there was nothing to do for.
    skipped: int
    started_at: Union[str, None]
    ended_at: Union[str, None]
    # Why it was skipped.
    reason: Union[str, None]
    # The first failure.
    error: Union["RunDetailStepsItemError1", None]
    # Of items under way that tell of themselves.
    items: list["RunDetailStepsItemItemsItem"]


class RunDetailQuestionsItem(TypedDict):
    key: str
    step: str
    about: Any
    # JSON Schema of the answer.
    answer: NotRequired[dict[str, Any]]


class RunDetailError1(TypedDict):
    code: str
    message: str


class RunDetailWords1(TypedDict):
    kind: str
    steps: dict[str, str]


class RunDetail(TypedDict):
    """A run and its usage."""
    run_id: str
    kind: str
    # What it is about, in one line.
    title: NotRequired[str]
    status: Literal["queued", "running", "waiting", "completed", "failed", "cancelled"]
    # From 1; grows with each retry.
    epoch: int
    # 0 to 1, by the steps that are over and their items.
    progress: float
    steps: list["RunDetailStepsItem"]
    # What a person has to decide first.
    questions: list["RunDetailQuestionsItem"]
    created_at: str
    started_at: Union[str, None]
    ended_at: Union[str, None]
    deadline_at: Union[str, None]
    # Why it failed or was canceled.
    reason: Union[str, None]
    error: Union["RunDetailError1", None]
    # Who started it.
    actor: str
    # By step and alias.
    usage: list["RunUsage"]
    # What people call this kind of run and its steps, by their names.
    words: Union["RunDetailWords1", None]


class RunItemProgress1(TypedDict):
    done: float
    total: float
    unit: NotRequired[str]


class RunItemError1(TypedDict):
    code: str
    message: str
    at: str


class RunItem(TypedDict):
    """An item of a step."""
    step: str
    item: int
    # open: under way. skipped: there was nothing to do. asked: a person has to decide. redo: to be done once more.
    status: Literal["open", "done", "failed", "skipped", "asked", "redo"]
    progress: Union["RunItemProgress1", None]
    error: Union["RunItemError1", None]
    # Whether it made something.
    artifact: bool


class RunSummaryStepsItemError1(TypedDict):
    code: str
    message: str


class RunSummaryStepsItemItemsItem(TypedDict):
    done: float
    total: float
    unit: NotRequired[str]
    item: int


class RunSummaryStepsItem(TypedDict):
    name: str
    status: Literal["pending", "planning", "running", "completed", "failed", "skipped", "cancelled"]
    # Items; null until it is known.
    total: Union[int, None]
    done: int
    failed: int
    # Items that there was nothing to do for.
    skipped: int
    started_at: Union[str, None]
    ended_at: Union[str, None]
    # Why it was skipped.
    reason: Union[str, None]
    # The first failure.
    error: Union["RunSummaryStepsItemError1", None]
    # Of items under way that tell of themselves.
    items: list["RunSummaryStepsItemItemsItem"]


class RunSummaryQuestionsItem(TypedDict):
    key: str
    step: str
    about: Any
    # JSON Schema of the answer.
    answer: NotRequired[dict[str, Any]]


class RunSummaryError1(TypedDict):
    code: str
    message: str


class RunSummary(TypedDict):
    """A run of any kind."""
    run_id: str
    kind: str
    # What it is about, in one line.
    title: NotRequired[str]
    status: Literal["queued", "running", "waiting", "completed", "failed", "cancelled"]
    # From 1; grows with each retry.
    epoch: int
    # 0 to 1, by the steps that are over and their items.
    progress: float
    steps: list["RunSummaryStepsItem"]
    # What a person has to decide first.
    questions: list["RunSummaryQuestionsItem"]
    created_at: str
    started_at: Union[str, None]
    ended_at: Union[str, None]
    deadline_at: Union[str, None]
    # Why it failed or was canceled.
    reason: Union[str, None]
    error: Union["RunSummaryError1", None]
    # Who started it.
    actor: str


class RunTimelineItemsItemError(TypedDict):
    code: str
    message: str


class RunTimelineItemsItem(TypedDict):
    type: Literal["run.queued", "run.started", "run.waiting", "run.decided", "run.retried", "run.completed", "run.failed", "run.cancelled", "step.started", "step.completed", "step.failed", "step.skipped", "item.failed"]
    at: str
    step: NotRequired[str]
    item: NotRequired[int]
    reason: NotRequired[str]
    error: NotRequired["RunTimelineItemsItemError"]
    n: int


class RunTimeline(TypedDict):
    """Timeline of a run, oldest first."""
    items: list["RunTimelineItemsItem"]


class RunUsage(TypedDict):
    """What a step used of an alias."""
    step: str
    alias: str
    calls: int
    prompt_tokens: float
    completion_tokens: float
    amount: float
    # null: the alias has no price.
    currency: Union[str, None]


class RunningAgentsItemsItemPrompt(TypedDict):
    # A prompt of this name in the repository takes the place of the product’s own.
    name: str
    version: str
    source: Literal["product", "repository"]


class RunningAgentsItemsItem(TypedDict):
    id: str
    domain: str
    slug: str
    version: str
    model: str
    tools: list[str]
    prompt: "RunningAgentsItemsItemPrompt"


class RunningAgents(TypedDict):
    """The definitions of agents in use."""
    items: list["RunningAgentsItemsItem"]


class SamplePlan(TypedDict):
    """The plan of a school that does not exist."""
    id: str
    name: str
    annexes: int
    roles: int


class SeedReply(TypedDict):
    """How many were written."""
    seeded: int
    unchanged: int


class SeededAgentsItemsItem(TypedDict):
    id: str
    domain: str
    version: str
    seeded_at: str


class SeededAgents(TypedDict):
    """The stored definitions of agents."""
    items: list["SeededAgentsItemsItem"]


class SettingsSettingsItem(TypedDict):
    key: str
    type: Literal["number", "boolean", "string", "list"]
    value: Union[Union[str, float, bool, list[str]], None]
    # What config.yaml says.
    file_value: Union[Union[str, float, bool, list[str]], None]
    # Whether the value was set here and wins over the file.
    is_set: bool
    # JSON Schema of the value: limits, choices, description.
    schema: dict[str, Any]


class Settings(TypedDict):
    """Every setting as it holds now."""
    version: int
    settings: list["SettingsSettingsItem"]


SettingsChangeChangesItem = TypedDict("SettingsChangeChangesItem", {
    "key": str,
    "from": Union[Union[str, float, bool, list[str]], None],
    "to": Union[Union[str, float, bool, list[str]], None],
    "is_set": NotRequired[bool],
})


class SettingsChange(TypedDict):
    """One change of the settings."""
    # Number of the change. Later changes have higher numbers.
    version: int
    # The changed settings.
    changes: list["SettingsChangeChangesItem"]
    # Caller that made the change.
    actor: str
    # Time of the change.
    at: str


SettingsChangedChangesItem = TypedDict("SettingsChangedChangesItem", {
    "key": str,
    "from": Union[Union[str, float, bool, list[str]], None],
    "to": Union[Union[str, float, bool, list[str]], None],
    "from_type": str,
    "to_type": str,
})


class SettingsChangedBlobStorage(TypedDict):
    status: Literal["connected", "failed"]
    kind: Literal["filesystem", "azure", "s3"]
    container: str
    container_exists: bool
    cloud_configured: bool
    latency_ms: float
    reason: Union[str, None]
    diagnosis: Union[str, None]
    created: bool


class SettingsChanged(TypedDict):
    """What changes, or has changed."""
    changes: list["SettingsChangedChangesItem"]
    persisted: bool
    # Number of the change that holds now.
    version: NotRequired[int]
    blob_storage: NotRequired["SettingsChangedBlobStorage"]


class SetupCapabilities(TypedDict):
    """The adapters of database and search."""
    store: str
    transactions: bool
    full_text: str
    vectors: int
    notify: str


class SetupStateAppliedItem(TypedDict):
    name: str
    # null: before times were kept.
    at: Union[str, None]


class SetupState(TypedDict):
    """The tables of the store."""
    store: str
    # The last migration that was applied.
    schema_version: str
    pending: list[str]
    applied: list["SetupStateAppliedItem"]


class SharedConversationExchangesItemImagesItem(TypedDict):
    name: str
    size: NotRequired[float]


class SharedConversationExchangesItemRepliesItemReplyCitationsItem(TypedDict):
    marker: str
    filename: NotRequired[Union[str, None]]
    document_id: NotRequired[Union[str, None]]
    quote: str
    sentence: str
    missing: list[str]


class SharedConversationExchangesItemRepliesItemReplyMetadataItemAlsoInItem(TypedDict):
    document_id: NotRequired[Union[str, None]]


class SharedConversationExchangesItemRepliesItemReplyMetadataItem(TypedDict):
    id: NotRequired[Union[str, None]]
    document_id: NotRequired[Union[str, None]]
    index: NotRequired[Union[str, None]]
    filename: NotRequired[Union[str, None]]
    text: NotRequired[Union[str, None]]
    also_in: NotRequired[list["SharedConversationExchangesItemRepliesItemReplyMetadataItemAlsoInItem"]]


class SharedConversationExchangesItemRepliesItemReplyErrorsItem(TypedDict):
    code: str
    message: str


class SharedConversationExchangesItemRepliesItemReply(TypedDict):
    """The whole reply of the chat route, or what of it is to be kept."""
    answer: str
    citations: list["SharedConversationExchangesItemRepliesItemReplyCitationsItem"]
    metadata: list["SharedConversationExchangesItemRepliesItemReplyMetadataItem"]
    errors: NotRequired[list["SharedConversationExchangesItemRepliesItemReplyErrorsItem"]]
    response_metadata: NotRequired[dict[str, Any]]


class SharedConversationExchangesItemRepliesItemError(TypedDict):
    """Why there is no answer."""
    message: str


class SharedConversationExchangesItemRepliesItem(TypedDict):
    # The whole reply of the chat route, or what of it is to be kept.
    reply: NotRequired["SharedConversationExchangesItemRepliesItemReply"]
    # What was written before it was stopped.
    text: NotRequired[str]
    # Why there is no answer.
    error: NotRequired["SharedConversationExchangesItemRepliesItemError"]
    # What was chosen for this question.
    settings: NotRequired[dict[str, Any]]
    # Seconds.
    elapsed: NotRequired[float]
    rating: NotRequired[float]


class SharedConversationExchangesItem(TypedDict):
    id: str
    at: str
    question: str
    images: list["SharedConversationExchangesItemImagesItem"]
    # One, or one of each of the settings that were compared.
    replies: list["SharedConversationExchangesItemRepliesItem"]


class SharedConversation(TypedDict):
    """A conversation as its link shows it to this reader."""
    title: str
    created_at: str
    updated_at: str
    exchanges: list["SharedConversationExchangesItem"]
    # The rest of it rests on documents that you may not read.
    withheld: bool


class StorageTest(TypedDict):
    """Whether the blob store responds."""
    status: Literal["connected", "failed"]
    kind: str
    container: str
    latency_ms: float
    # Why it failed.
    diagnosis: NotRequired[str]


class TaggingRequestInputPostsItemUniversity1(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class TaggingRequestInputPostsItemMedia1Item(TypedDict):
    # `image` is looked at; others are not.
    type: str
    url: str


class TaggingRequestInputPostsItem(TypedDict):
    postId: str
    # Whose vocabulary holds.
    tenantId: NotRequired[str]
    university: NotRequired[Union["TaggingRequestInputPostsItemUniversity1", None]]
    text: NotRequired[Union[str, None]]
    media: NotRequired[Union[list["TaggingRequestInputPostsItemMedia1Item"], None]]


class TaggingRequestInputOptions(TypedDict):
    maxTagsPerPost: NotRequired[int]
    # Has the pictures described by a multimodal model first.
    generateCaption: NotRequired[bool]


class TaggingRequestInput(TypedDict):
    """Posts that want tags."""
    posts: list["TaggingRequestInputPostsItem"]
    options: NotRequired["TaggingRequestInputOptions"]


class TaggingSuggestionsSuggestionsItem(TypedDict):
    postId: str
    status: Literal["tagged", "skipped", "failed"]
    tags: list[str]
    caption: NotRequired[str]
    # embedded: by the words of the vocabulary and of the post, without a model.
    method: NotRequired[Literal["model", "embedded"]]
    # Why it was skipped, failed, or lacks something.
    reason: NotRequired[str]


class TaggingSuggestions(TypedDict):
    """Tags for each post."""
    # In the order of the posts.
    suggestions: list["TaggingSuggestionsSuggestionsItem"]
    method: Literal["model", "embedded"]
    # What the tags rest on where no model chose them.
    note: NotRequired[str]


class TapTaggingSuggestionsRunProgress(TypedDict):
    """Counts of items; processed is the sum of the three behind it."""
    total: int
    processed: int
    succeeded: int
    failed: int
    skipped: int


class TapTaggingSuggestionsRunStepsItemError1(TypedDict):
    code: str
    message: str


class TapTaggingSuggestionsRunStepsItem(TypedDict):
    name: str
    status: str
    total: Union[int, None]
    done: int
    failed: int
    skipped: int
    startedAt: Union[str, None]
    endedAt: Union[str, None]
    reason: Union[str, None]
    error: Union["TapTaggingSuggestionsRunStepsItemError1", None]


class TapTaggingSuggestionsRunQuestionsItem(TypedDict):
    key: str
    step: str
    about: Any


class TapTaggingSuggestionsRunError1(TypedDict):
    code: str
    message: str


class TapTaggingSuggestionsRun(TypedDict):
    """A run with its result."""
    runId: str
    status: Literal["running", "waiting", "completed", "failed", "cancelled"]
    # Counts of items; processed is the sum of the three behind it.
    progress: "TapTaggingSuggestionsRunProgress"
    # ISO 8601.
    createdAt: str
    # Id of the workflow.
    workflow: str
    title: NotRequired[str]
    # From 1; grows with each retry.
    epoch: int
    steps: list["TapTaggingSuggestionsRunStepsItem"]
    # What waits for approval.
    questions: list["TapTaggingSuggestionsRunQuestionsItem"]
    startedAt: Union[str, None]
    endedAt: Union[str, None]
    # Why it failed or was canceled.
    reason: Union[str, None]
    error: Union["TapTaggingSuggestionsRunError1", None]
    # Once it is completed.
    result: NotRequired["TaggingSuggestions"]


class ToolExecutionInput(TypedDict):
    """A call of a tool by its id."""
    # The input of the tool.
    data: dict[str, Any]


class TopicGroupsItemPartitionsItem(TypedDict):
    partition: int
    # Next offset that the group reads.
    committed: int
    # Offset of the next record.
    latest: int
    lag: int
    # How long the group has committed nothing here though there is something to do, as far as it was watched.
    still_seconds: int


class TopicGroupsItem(TypedDict):
    name: str
    lag: int
    # Partitions that have not moved for a minute, with records to do.
    stuck: list[int]
    partitions: list["TopicGroupsItemPartitionsItem"]


class Topic(TypedDict):
    """A topic, and how far its readers are."""
    name: str
    description: str
    visibility: Literal["internal", "public"]
    owner: str
    key: str
    partitions: int
    # Kept now; of a compacted topic at most.
    records: int
    # Records that consumer groups have still to read, of all groups together.
    lag: int
    # Records a second, over the last minute.
    rate: float
    # Of the oldest record that a group has still to read, within a tenth.
    oldest_age_seconds: Union[float, None]
    groups: list["TopicGroupsItem"]


class UploadConfigWorkerStagesItem(TypedDict):
    group: str
    topic: str


class UploadConfigWorker(TypedDict):
    endpoint: str
    stages: list["UploadConfigWorkerStagesItem"]


class UploadConfigTrigger(TypedDict):
    http_trigger_enabled: bool
    mode: Literal["http", "event_notification"]


class UploadConfigTimeouts(TypedDict):
    sync_timeout_ms: int
    parse_timeout_ms: int


class UploadConfigLimits(TypedDict):
    max_file_size_mb: float


class UploadConfigDebug(TypedDict):
    log_level: str
    local_storage: bool


class UploadConfig(TypedDict):
    """The stages that an upload passes, what starts them, and the limits."""
    worker: "UploadConfigWorker"
    trigger: "UploadConfigTrigger"
    timeouts: "UploadConfigTimeouts"
    limits: "UploadConfigLimits"
    debug: "UploadConfigDebug"


class UploadDeleted(TypedDict):
    """The document and its chunks are gone, or going."""
    upload_id: str
    status: Literal["deleted", "deleting"]


class UploadFromUrlInputMetadata(TypedDict):
    """At least `title` and `doc_type`."""
    # Title of the document.
    title: str
    # Type of the document, such as `report`.
    doc_type: str
    # Tags.
    tags: NotRequired[list[str]]
    # Label that may limit who reads the document.
    confidentiality: NotRequired[str]
    # Label that may limit who reads the document.
    business_unit: NotRequired[str]
    # First day on which the document applies.
    effective_date: NotRequired[str]
    # Last day on which the document applies.
    expiry_date: NotRequired[str]


class UploadFromUrlInput(TypedDict):
    """Where a file is, and what is known of it."""
    # https address of the file.
    url: str
    # At least `title` and `doc_type`.
    metadata: "UploadFromUrlInputMetadata"
    # The document’s name.
    filename: NotRequired[str]
    process_mode: NotRequired[Literal["async", "sync", "upload_only"]]
    # 409 when the document is there already.
    prevent_reprocess: NotRequired[bool]
    # Replace the document that is there.
    replace_existing: NotRequired[bool]
    # Name or alias; the default index when absent.
    target_index: NotRequired[str]


class UploadHealth(TypedDict):
    """Whether uploads are accepted."""
    status: Literal["healthy", "degraded", "unhealthy"]
    timestamp: str


class UploadMapping(TypedDict):
    """Where files of one extension are stored."""
    # `*` stands for every other one.
    extension: str
    container: str
    directory: str
    # `blob:` with container and path, or the address in the cloud.
    example_url: str
    container_exists: bool
    # Whether a reader finds text in such files.
    readable: bool


class UploadPage(TypedDict):
    """A page of uploads, when `cursor` was sent. Uploads that come in meanwhile neither repeat nor leave out one that is behind it."""
    items: list["UploadStatusEntity"]
    # Null on the last page.
    next_cursor: Union[str, None]


class UploadResponse(TypedDict):
    """The upload, and the document that it is a version of."""
    upload_id: str
    document_id: str
    status: str
    message: str


class UploadStatusEntityErrorsItem(TypedDict):
    # Error code.
    code: Literal["encrypted", "corrupt", "empty", "unreadable", "too_large", "timed_out", "out_of_memory", "unsupported", "storage_failed", "embedding_failed", "indexing_failed", "cancelled", "internal"]
    # Message for people.
    message: str
    # Stage that failed.
    stage: Literal["received", "stored", "parsing", "chunking", "embedding", "indexing", "indexed"]
    # Whether a retry may succeed.
    retryable: bool
    # Processing attempt that failed.
    attempt: int
    # Time of the error.
    at: str


class UploadStatusEntityTimestamps(TypedDict):
    created: str
    updated: str
    completed: Union[str, None]


class UploadStatusEntityAttachedTo1(TypedDict):
    upload_id: str
    document_id: str
    filename: str


class UploadStatusEntityAttachmentsItem(TypedDict):
    upload_id: str
    document_id: str
    filename: str
    size_bytes: int


class UploadStatusEntityQueue1(TypedDict):
    # Uploads accepted earlier that have not ended.
    position: int
    # Of these, uploads of the same caller; callers take turns.
    own: int
    # At the pace of the last minutes; null when that is not known.
    eta_seconds: Union[int, None]
    # starved: it waits and nothing has moved for 30 s. stuck: it stood in its stage for longer than that may take.
    state: Literal["moving", "starved", "stuck"]


class UploadStatusEntity(TypedDict):
    """Status of an upload."""
    upload_id: str
    document_id: str
    filename: str
    index: str
    status: Literal["queued", "processing", "complete", "error"]
    progress: int
    processing_stage: Literal["received", "stored", "parsing", "chunking", "embedding", "indexing", "indexed"]
    message: str
    errors: list["UploadStatusEntityErrorsItem"]
    # What was left out of its text or may be wrong in it, such as scanned pages; a retry reads what was left.
    warnings: list[str]
    metadata: dict[str, Any]
    timestamps: "UploadStatusEntityTimestamps"
    attempt: int
    size_bytes: int
    pages: Union[int, None]
    chunks: Union[int, None]
    # Whether its passages can be found; false for a file that is only kept, and once a newer one has taken its place.
    searchable: bool
    # The mail that the file came with.
    attached_to: Union["UploadStatusEntityAttachedTo1", None]
    # Files of a mail, which are documents of their own and go with it.
    attachments: list["UploadStatusEntityAttachmentsItem"]
    # Null once the upload has ended, and for the past states of an event stream.
    queue: Union["UploadStatusEntityQueue1", None]


class UploadTimeline(TypedDict):
    """The events of an upload, oldest first."""
    items: list["EventFeedActivityRecord"]


class UploadsRetriedSkippedItem(TypedDict):
    upload_id: str
    reason: str


class UploadsRetried(TypedDict):
    """The uploads that are tried again, and those that cannot be."""
    retried: list[str]
    skipped: list["UploadsRetriedSkippedItem"]


class ViewsRebuildInput(TypedDict):
    """Which views are folded anew."""
    # Names of views; all of them when absent.
    views: NotRequired[list[str]]
    # Why; kept in the audit record.
    reason: NotRequired[str]


class ViewsRebuilt(TypedDict):
    """What was folded anew."""
    views: list[str]
    # Records of the log that were folded.
    records: int
    seconds: float


class Webhook(TypedDict):
    """An endpoint."""
    id: str
    url: str
    events: list[str]
    description: str
    enabled: bool
    # Why the platform disabled it: 410, or nothing arrived for five days.
    disabled_reason: Union[Literal["gone", "failing"], None]
    # Of the first attempt that failed since one arrived.
    failing_since: Union[str, None]
    created_at: str


class WebhookChangeInput(TypedDict):
    """What is to be another way."""
    # https address on the internet.
    url: NotRequired[str]
    # What is sent.
    events: NotRequired[list[Literal["document.processed", "document.removed", "chat.completed", "run.ended"]]]
    # For people.
    description: NotRequired[str]
    enabled: NotRequired[bool]


class WebhookCreateInput(TypedDict):
    """Where what is to be sent."""
    # https address on the internet.
    url: str
    # What is sent.
    events: list[Literal["document.processed", "document.removed", "chat.completed", "run.ended"]]
    # For people.
    description: NotRequired[str]


class WebhookCreated(TypedDict):
    """An endpoint and its secret."""
    id: str
    url: str
    events: list[str]
    description: str
    enabled: bool
    # Why the platform disabled it: 410, or nothing arrived for five days.
    disabled_reason: Union[Literal["gone", "failing"], None]
    # Of the first attempt that failed since one arrived.
    failing_since: Union[str, None]
    created_at: str
    # Shown once. Signatures are made with it, as Standard Webhooks says.
    secret: str


class WebhookDeliveryLogItem(TypedDict):
    at: str
    # Of the reply; null where there was none.
    status: Union[int, None]
    # Why it failed.
    error: Union[str, None]
    # Until the reply’s head, or the failure.
    ms: int


class WebhookDelivery(TypedDict):
    """A message for an endpoint."""
    # Also the header webhook-id.
    id: str
    event: str
    status: Literal["waiting", "delivered", "failed"]
    # Since it was asked for the last time.
    attempts: int
    next_attempt_at: Union[str, None]
    created_at: str
    # The latest attempts, the oldest first.
    log: list["WebhookDeliveryLogItem"]
    body: dict[str, Any]


class WebhookQueued(TypedDict):
    """It is sent now."""
    delivery_id: str
    status: Literal["waiting"]


class WebhookRecoverInput(TypedDict):
    """From when."""
    # What failed at or after this time is sent again.
    since: str


class WebhookRecovered(TypedDict):
    """How many are sent again."""
    recovered: int


class WebhookRotated(TypedDict):
    """A new secret."""
    id: str
    # Shown once. Signatures are made with it, as Standard Webhooks says.
    secret: str
    # Until when older secrets sign too.
    previous_until: str


WidgetSessionRequestInput: TypeAlias = Any


class WorkerHealthDependenciesValue(TypedDict):
    status: Literal["healthy", "unhealthy"]
    responseTimeMs: float


class WorkerHealthStagesValue(TypedDict):
    topic: str
    # Records that are not finished yet; null where the log does not tell.
    waiting: Union[int, None]


class WorkerHealth(TypedDict):
    """What the stages lean on, and what waits in front of each."""
    status: Literal["healthy", "degraded", "unhealthy"]
    timestamp: str
    dependencies: dict[str, "WorkerHealthDependenciesValue"]
    stages: dict[str, "WorkerHealthStagesValue"]


class WorkflowRunProgress(TypedDict):
    """Counts of items; processed is the sum of the three behind it."""
    total: int
    processed: int
    succeeded: int
    failed: int
    skipped: int


class WorkflowRunStepsItemError1(TypedDict):
    code: str
    message: str


class WorkflowRunStepsItem(TypedDict):
    name: str
    status: str
    total: Union[int, None]
    done: int
    failed: int
    skipped: int
    startedAt: Union[str, None]
    endedAt: Union[str, None]
    reason: Union[str, None]
    error: Union["WorkflowRunStepsItemError1", None]


class WorkflowRunQuestionsItem(TypedDict):
    key: str
    step: str
    about: Any


class WorkflowRunError1(TypedDict):
    code: str
    message: str


class WorkflowRun(TypedDict):
    """A run of a workflow."""
    runId: str
    status: Literal["running", "waiting", "completed", "failed", "cancelled"]
    # Counts of items; processed is the sum of the three behind it.
    progress: "WorkflowRunProgress"
    # ISO 8601.
    createdAt: str
    # Id of the workflow.
    workflow: str
    title: NotRequired[str]
    # From 1; grows with each retry.
    epoch: int
    steps: list["WorkflowRunStepsItem"]
    # What waits for approval.
    questions: list["WorkflowRunQuestionsItem"]
    startedAt: Union[str, None]
    endedAt: Union[str, None]
    # Why it failed or was canceled.
    reason: Union[str, None]
    error: Union["WorkflowRunError1", None]


class WorkflowRunCreated(TypedDict):
    """Where the run is asked for."""
    runId: str


class WorkflowStartedProgress(TypedDict):
    """Counts of items; processed is the sum of the three behind it."""
    total: int
    processed: int
    succeeded: int
    failed: int
    skipped: int


class WorkflowStarted(TypedDict):
    """A run that was accepted."""
    runId: str
    status: Literal["running", "waiting", "completed", "failed", "cancelled"]
    # Counts of items; processed is the sum of the three behind it.
    progress: "WorkflowStartedProgress"
    # ISO 8601.
    createdAt: str
    message: str


class AcceptAnnexEditJson(TypedDict):
    """Which edit, and which of its changes."""
    requestId: str
    # The HTML of the annex as it was when it was edited.
    base: str
    # Ids of the changes that are accepted; all when left out.
    changes: NotRequired[list[str]]


class AcceptAnnexEditGives(TypedDict):
    """The annex as it is now, and what became of each change."""
    planId: str
    annexId: str
    html: str
    accepted: list[str]
    rejected: list[str]


class ApproveTapTaggingSuggestionsRunJson1(TypedDict):
    # Of the question; the only one when absent.
    key: NotRequired[str]


class AskAboutCostReportMetadata(TypedDict):
    conversationId: str
    # Of the question in its conversation, from 1.
    turnNumber: int
    isNewConversation: bool
    # The one that was named had ended; this one has a new id.
    conversationExpired: bool


class AskAboutCostReportToolStart(TypedDict):
    toolCallId: str
    toolName: str
    displayName: str


class AskAboutCostReportToolResult(TypedDict):
    toolCallId: str
    toolName: str
    success: bool
    summary: str


class AskAboutCostReportDelta(TypedDict):
    content: str


class AskAboutCostReportUsage(TypedDict):
    promptTokens: int
    completionTokens: int


class AskAboutCostReportError(TypedDict):
    message: str


class AskAboutCostReportDone(TypedDict):
    success: bool


class AskAboutWidgetReportMetadata(TypedDict):
    conversationId: str
    # Of the question in its conversation, from 1.
    turnNumber: int
    isNewConversation: bool
    # The one that was named had ended; this one has a new id.
    conversationExpired: bool


class AskAboutWidgetReportToolStart(TypedDict):
    toolCallId: str
    toolName: str
    displayName: str


class AskAboutWidgetReportToolResult(TypedDict):
    toolCallId: str
    toolName: str
    success: bool
    summary: str


class AskAboutWidgetReportDelta(TypedDict):
    content: str


class AskAboutWidgetReportUsage(TypedDict):
    promptTokens: int
    completionTokens: int


class AskAboutWidgetReportError(TypedDict):
    message: str


class AskAboutWidgetReportDone(TypedDict):
    success: bool


class CanMintWidgetTokenGives(TypedDict):
    # Variables that minting still needs.
    missing: list[str]


class CreateChatCompletionMessage1ChoicesItemDelta(TypedDict):
    role: NotRequired[Literal["assistant"]]
    content: NotRequired[str]


class CreateChatCompletionMessage1ChoicesItem(TypedDict):
    index: Literal[0]
    delta: "CreateChatCompletionMessage1ChoicesItemDelta"
    finish_reason: Union[Literal["stop", "length"], None]


class CreateChatCompletionMessage1Usage(TypedDict):
    prompt_tokens: float
    completion_tokens: float
    total_tokens: float


class CreateChatCompletionMessage1(TypedDict):
    id: str
    object: Literal["chat.completion.chunk"]
    # Seconds since 1970.
    created: int
    model: str
    # Empty in the piece that tells the use.
    choices: list["CreateChatCompletionMessage1ChoicesItem"]
    usage: NotRequired["CreateChatCompletionMessage1Usage"]
    # As in /api/v2/flexible-chat, in the piece that ends the answer.
    citations: NotRequired[list["Citation"]]


class CreateChatCompletionMessage2Error(TypedDict):
    message: str
    type: Literal["upstream_failed"]


class CreateChatCompletionMessage2(TypedDict):
    error: "CreateChatCompletionMessage2Error"


class DecideAnyRunJson(TypedDict):
    # Of the question.
    key: str
    # The answer, in the form that the question asks for.
    value: Any


class DiscardDeadLettersJson(TypedDict):
    # Of dead letters.
    ids: NotRequired[list[str]]
    # The same as `code`.
    error_code: NotRequired[str]
    # Of the record that failed.
    topic: NotRequired[str]
    # Who gave it up.
    consumer: NotRequired[str]
    # Of the error.
    code: NotRequired[str]
    # Why it was given up.
    kind: NotRequired[Literal["terminal", "exhausted", "poison", "schema"]]
    # Of the record that failed.
    key: NotRequired[str]
    # What became of it.
    state: NotRequired[Literal["open", "redriven", "resolved", "discarded"]]
    # Not older than this time: 2026-01-15T09:30:00Z.
    since: NotRequired[str]
    # Older than this time.
    until: NotRequired[str]
    # Tells how many there are, and changes nothing.
    dry_run: NotRequired[bool]
    # Why; kept with the dead letter and in the audit record.
    reason: NotRequired[str]


class EmbedAgainJson(TypedDict):
    # Alias or name.
    index: str


class FlexibleChatMessage(TypedDict):
    token: str


class FlexibleChatError(TypedDict):
    message: str


class FlexibleChatUnderscoredMessage(TypedDict):
    token: str


class FlexibleChatUnderscoredError(TypedDict):
    message: str


class FlexibleRagMessage(TypedDict):
    token: str


class FlexibleRagError(TypedDict):
    message: str


class FlexibleRagQueryMessage(TypedDict):
    token: str


class FlexibleRagQueryError(TypedDict):
    message: str


class FlexibleRagUnderscoredMessage(TypedDict):
    token: str


class FlexibleRagUnderscoredError(TypedDict):
    message: str


class FollowReasoningStep(TypedDict):
    step: str
    status: str
    reason: NotRequired[str]


class FollowReasoningDone(TypedDict):
    status: Literal["completed", "failed"]
    reason: NotRequired[str]


class GetAnnexGivesPlan(TypedDict):
    id: str
    name: str
    organizationId: str


class GetAnnexGives(TypedDict):
    """An annex, as it is stored and as it may be shown."""
    id: str
    name: str
    type: Literal["FUNCTIONAL", "HAZARD"]
    # As it is stored.
    html: str
    # The same without anything that runs or loads: what a page may show.
    shown: str
    plan: "GetAnnexGivesPlan"


class GetAnnexEditGivesShown(TypedDict):
    """Both without anything that runs or loads."""
    base: str
    html: Union[str, None]


class GetAnnexEditGivesChangesItem(TypedDict):
    id: str
    kind: Literal["changed", "added", "removed", "moved", "cleaned"]
    before: str
    after: str
    reason: str


class GetAnnexEditGivesRecord1Usage1(TypedDict):
    calls: int
    prompt_tokens: int
    completion_tokens: int
    amount: Union[float, None]
    currency: Union[str, None]


class GetAnnexEditGivesRecord1(TypedDict):
    profile: Literal["general", "district", "facility", "functional", "hazard", "suggest-roles"]
    prompt_version: str
    alias: Union[str, None]
    model: Union[str, None]
    sections: int
    usage: Union["GetAnnexEditGivesRecord1Usage1", None]


class GetAnnexEditGives(TypedDict):
    """An edit with each of its changes."""
    requestId: str
    sessionId: str
    runId: str
    status: Literal["accepted", "processing", "success", "error", "cancelled"]
    # Why there is no result.
    message: str
    isEdit: bool
    # The field as it was.
    base: str
    html: Union[str, None]
    # Both without anything that runs or loads.
    shown: "GetAnnexEditGivesShown"
    # Each can be accepted by itself; before and after may be shown.
    changes: list["GetAnnexEditGivesChangesItem"]
    by: Union[Literal["model", "embedded"], None]
    record: Union["GetAnnexEditGivesRecord1", None]


class GetOpenApiDocumentGives(TypedDict):
    """An OpenAPI document."""
    openapi: str


class GetPromptsVersionsGives(TypedDict):
    entries: list["PromptEntry"]


class GetSearchIndexesByAliasOrNameGivesFieldsItem(TypedDict):
    name: str
    type: str


class GetSearchIndexesByAliasOrNameGives(TypedDict):
    name: str
    fields: list["GetSearchIndexesByAliasOrNameGivesFieldsItem"]


class GetSettingsHistoryGives(TypedDict):
    items: list["SettingsChange"]
    pagination: "Pagination"


class GetWidgetReportGivesError1(TypedDict):
    code: str
    message: str


class GetWidgetReportGives(TypedDict):
    reportId: str
    fileName: str
    status: Literal["queued", "processing", "ready", "error"]
    error: Union["GetWidgetReportGivesError1", None]
    # What a reader of the findings should know.
    warnings: list[str]
    # None before it is ready.
    findings: list["CostReportFinding"]
    # Findings beyond these.
    findingsOmitted: int
    # null: the workbook was not read.
    layout: Union["CostReportLayout", None]


class GroupDeadLettersGives(TypedDict):
    items: list["DeadLetterGroup"]
    pagination: "Pagination"


class ListAgentRunsGives(TypedDict):
    items: list["AgentRunSummary"]
    pagination: "Pagination"


class ListAgentsGivesAgentsItem(TypedDict):
    id: str
    domain: str
    slug: str
    title: str
    description: str
    # Where it is called.
    path: str
    # Of agents: the prompt of the repository that takes the place of their own.
    promptName: NotRequired[str]
    # Of tools: whether it changes something.
    effect: NotRequired[Literal["read", "write"]]
    # JSON Schema of the input.
    inputSchema: NotRequired[dict[str, Any]]


class ListAgentsGives(TypedDict):
    """Entries in order of their ids."""
    target: str
    count: int
    agents: list["ListAgentsGivesAgentsItem"]


class ListAllRunsGivesWordsValue(TypedDict):
    kind: str
    steps: dict[str, str]


class ListAllRunsGives(TypedDict):
    items: list["RunSummary"]
    pagination: "Pagination"
    # Of the runs that the caller may see.
    kinds: list[str]
    # What people call these kinds and their steps.
    words: dict[str, "ListAllRunsGivesWordsValue"]


class ListAnnexProfilesGivesItemsItem(TypedDict):
    # rules: what holds under every profile.
    profile: Literal["general", "district", "facility", "functional", "hazard", "suggest-roles", "rules"]
    # A prompt of this name in the repository takes the place of the product’s own.
    prompt_name: str
    version: str
    source: Literal["product", "repository"]
    # Behind a line of three dashes: what is asked where a caller gives no prompt.
    text: str


class ListAnnexProfilesGives(TypedDict):
    """What models are told."""
    items: list["ListAnnexProfilesGivesItemsItem"]


class ListAuditRecordsGives(TypedDict):
    items: list["AuditRecord"]
    pagination: "Pagination"


class ListConsumerGroupsGives(TypedDict):
    items: list["ConsumerGroup"]


class ListCostReportFeedbackGives(TypedDict):
    items: list["CostReportFeedback"]


class ListCostReportFindingsGives(TypedDict):
    items: list["CostReportFinding"]
    pagination: "Pagination"


class ListCostReportsGives(TypedDict):
    items: list["CostReportEntry"]
    pagination: "Pagination"


class ListCostsGives(TypedDict):
    items: list["CostReportRow"]
    pagination: "Pagination"


class ListDeadLettersGivesCounts(TypedDict):
    """How many fit the filters, on all pages."""
    code: dict[str, int]
    consumer: dict[str, int]
    kind: dict[str, int]
    state: dict[str, int]


class ListDeadLettersGives(TypedDict):
    items: list["DeadLetter"]
    pagination: "Pagination"
    # How many fit the filters, on all pages.
    counts: "ListDeadLettersGivesCounts"


class ListIngestorsGives(TypedDict):
    items: list["Ingestor"]


class ListMcpServersGivesServersItem(TypedDict):
    id: str
    domain: str
    slug: str
    title: str
    description: str
    # Where it is called.
    path: str
    # Of agents: the prompt of the repository that takes the place of their own.
    promptName: NotRequired[str]
    # Of tools: whether it changes something.
    effect: NotRequired[Literal["read", "write"]]
    # JSON Schema of the input.
    inputSchema: NotRequired[dict[str, Any]]


class ListMcpServersGives(TypedDict):
    """Entries in order of their ids."""
    target: str
    count: int
    servers: list["ListMcpServersGivesServersItem"]


class ListModelsForOpenAiClientsGivesDataItem(TypedDict):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class ListModelsForOpenAiClientsGives(TypedDict):
    """The aliases of models."""
    object: Literal["list"]
    data: list["ListModelsForOpenAiClientsGivesDataItem"]


class ListPlansGives(TypedDict):
    items: list["PlanSummary"]
    pagination: "Pagination"


class ListReasoningRunsGives(TypedDict):
    items: list["ReasoningRunSummary"]
    pagination: "Pagination"


class ListRebuildsGives(TypedDict):
    items: list["Rebuild"]
    pagination: "Pagination"


class ListReplaysGives(TypedDict):
    items: list["Replay"]
    pagination: "Pagination"


class ListRunCallsGives(TypedDict):
    items: list["RunCall"]
    pagination: "Pagination"


class ListRunItemsGives(TypedDict):
    items: list["RunItem"]
    pagination: "Pagination"


class ListSdacAgentsGivesAgentsItem(TypedDict):
    id: str
    domain: str
    slug: str
    title: str
    description: str
    # Where it is called.
    path: str
    # Of agents: the prompt of the repository that takes the place of their own.
    promptName: NotRequired[str]
    # Of tools: whether it changes something.
    effect: NotRequired[Literal["read", "write"]]
    # JSON Schema of the input.
    inputSchema: NotRequired[dict[str, Any]]


class ListSdacAgentsGives(TypedDict):
    """Entries in order of their ids."""
    target: str
    count: int
    agents: list["ListSdacAgentsGivesAgentsItem"]


class ListSdacToolsGivesToolsItem(TypedDict):
    id: str
    domain: str
    slug: str
    title: str
    description: str
    # Where it is called.
    path: str
    # Of agents: the prompt of the repository that takes the place of their own.
    promptName: NotRequired[str]
    # Of tools: whether it changes something.
    effect: NotRequired[Literal["read", "write"]]
    # JSON Schema of the input.
    inputSchema: NotRequired[dict[str, Any]]


class ListSdacToolsGives(TypedDict):
    """Entries in order of their ids."""
    target: str
    count: int
    tools: list["ListSdacToolsGivesToolsItem"]


class ListSdacWorkflowsGivesWorkflowsItem(TypedDict):
    id: str
    domain: str
    slug: str
    title: str
    description: str
    # Where it is called.
    path: str
    # Of agents: the prompt of the repository that takes the place of their own.
    promptName: NotRequired[str]
    # Of tools: whether it changes something.
    effect: NotRequired[Literal["read", "write"]]
    # JSON Schema of the input.
    inputSchema: NotRequired[dict[str, Any]]


class ListSdacWorkflowsGives(TypedDict):
    """Entries in order of their ids."""
    target: str
    count: int
    workflows: list["ListSdacWorkflowsGivesWorkflowsItem"]


class ListTapTaggingSuggestionsRunsGives(TypedDict):
    items: list["WorkflowRun"]
    pagination: "Pagination"


class ListToolsGivesToolsItem(TypedDict):
    id: str
    domain: str
    slug: str
    title: str
    description: str
    # Where it is called.
    path: str
    # Of agents: the prompt of the repository that takes the place of their own.
    promptName: NotRequired[str]
    # Of tools: whether it changes something.
    effect: NotRequired[Literal["read", "write"]]
    # JSON Schema of the input.
    inputSchema: NotRequired[dict[str, Any]]


class ListToolsGives(TypedDict):
    """Entries in order of their ids."""
    target: str
    count: int
    tools: list["ListToolsGivesToolsItem"]


class ListTopicsGives(TypedDict):
    items: list["Topic"]


class ListWebhookDeliveriesGives(TypedDict):
    items: list["WebhookDelivery"]
    pagination: "Pagination"


class ListWebhooksGives(TypedDict):
    items: list["Webhook"]
    pagination: "Pagination"


class ListWorkflowsGivesWorkflowsItem(TypedDict):
    id: str
    domain: str
    slug: str
    title: str
    description: str
    # Where it is called.
    path: str
    # Of agents: the prompt of the repository that takes the place of their own.
    promptName: NotRequired[str]
    # Of tools: whether it changes something.
    effect: NotRequired[Literal["read", "write"]]
    # JSON Schema of the input.
    inputSchema: NotRequired[dict[str, Any]]


class ListWorkflowsGives(TypedDict):
    """Entries in order of their ids."""
    target: str
    count: int
    workflows: list["ListWorkflowsGivesWorkflowsItem"]


class MintWidgetTokenGives(TypedDict):
    access_token: str
    # Seconds.
    expires_in: Union[float, None]


class MoveConsumerGroupJsonTo2(TypedDict):
    """A number for all partitions, or one a partition; what has none is left out."""
    offset: Union[int, dict[str, int]]


class MoveConsumerGroupJsonTo3(TypedDict):
    """The first record that is not older."""
    time: str


class MoveConsumerGroupJson(TypedDict):
    topic: str
    # Where the group begins when it runs again.
    to: Union[Literal["beginning", "end"], "MoveConsumerGroupJsonTo2", "MoveConsumerGroupJsonTo3"]
    # Tells what would move, and moves nothing.
    dry_run: NotRequired[bool]
    # Why; kept in the audit record.
    reason: NotRequired[str]


class PostFeedbackJson(TypedDict):
    # ID of the user.
    user_id: str
    # ID of the session.
    session_id: str
    # Id of the rated response.
    response_id: str
    # -1 down, 0 neutral, 1 up.
    rating: int
    experiment_name: NotRequired[Union[str, None]]
    variant_name: NotRequired[Union[str, None]]
    # At most 10,000 characters.
    feedback_text: NotRequired[Union[str, None]]
    # Seconds.
    response_time: NotRequired[Union[float, None]]
    task_completed: NotRequired[Union[bool, None]]
    # Context such as question, answer and metadata; at most 160000 bytes of JSON.
    response_payload: NotRequired[Union[dict[str, Any], None]]


class PostPromptsJson(TypedDict):
    # update_prompt_metadata, rename_prompt, delete_prompt or make_default_prompt; absent when a text is saved.
    action: NotRequired[str]
    # system, response or experiment.
    prompt_type: NotRequired[str]
    # Record id, path, file name, or the name of a prompt for its newest version.
    prompt_identifier: NotRequired[str]
    new_name: NotRequired[str]
    metadata_label: NotRequired[str]
    metadata_prompt_tag: NotRequired[str]
    metadata_notes: NotRequired[str]
    # 1 to 128 letters, digits, hyphens, underscores and dots; `.j2` is appended.
    new_prompt_name: NotRequired[str]
    new_prompt_type: NotRequired[str]
    new_prompt_content: NotRequired[str]
    new_prompt_label: NotRequired[str]
    new_prompt_notes: NotRequired[str]
    # With type and content, the older words for a new prompt.
    name: NotRequired[str]
    type: NotRequired[str]
    content: NotRequired[str]
    # The notes of a new prompt.
    description: NotRequired[str]
    # Editor save: the text of a new version.
    system_prompt: NotRequired[str]
    # The name of the current default when absent.
    system_prompt_name: NotRequired[str]
    system_prompt_label: NotRequired[str]
    system_prompt_notes: NotRequired[str]
    system_prompt_make_default: NotRequired[Union[bool, Literal["0", "1", "on", "true", "off", "false", ""]]]
    response_template: NotRequired[str]
    response_template_name: NotRequired[str]
    response_template_label: NotRequired[str]
    response_template_notes: NotRequired[str]
    response_template_make_default: NotRequired[Union[bool, Literal["0", "1", "on", "true", "off", "false", ""]]]


class PostPromptsPreviewJson(TypedDict):
    content: str
    # What the template reads.
    variables: NotRequired[dict[str, Any]]


class PostPromptsPreviewGives(TypedDict):
    text: str
    # Names of the given variables that the template reads.
    used: list[str]


class PostPromptsRevertJson(TypedDict):
    type: Literal["system", "response", "experiment"]
    name: str
    version: str


class PostPromptsRevertGives(TypedDict):
    status: Literal["reverted"]
    reverted_to: str
    prompt_id: str


PostSettingsJson = TypedDict("PostSettingsJson", {
    "llms.defaults.params.n": NotRequired[int],
    "llms.defaults.params.temperature": NotRequired[float],
    "llms.defaults.params.top_p": NotRequired[float],
    "llms.defaults.params.max_tokens": NotRequired[int],
    "llms.defaults.params.frequency_penalty": NotRequired[float],
    "llms.defaults.params.presence_penalty": NotRequired[float],
    "llms.defaults.params.stop": NotRequired[list[str]],
    "llms.models.default.provider": NotRequired[Literal["openai", "azure-openai", "openai-compatible", "embedded"]],
    "llms.models.default.model": NotRequired[str],
    "llms.models.default.deployment": NotRequired[str],
    "llms.models.default.api_version": NotRequired[str],
    "llms.models.default.timeout_ms": NotRequired[int],
    "llms.models.default.multimodal": NotRequired[bool],
    "llms.models.default.reasoning": NotRequired[bool],
    "llms.models.default.params.n": NotRequired[int],
    "llms.models.default.params.temperature": NotRequired[float],
    "llms.models.default.params.top_p": NotRequired[float],
    "llms.models.default.params.max_tokens": NotRequired[int],
    "llms.models.default.params.frequency_penalty": NotRequired[float],
    "llms.models.default.params.presence_penalty": NotRequired[float],
    "llms.models.default.params.stop": NotRequired[list[str]],
    "llms.models.default.price.input": NotRequired[float],
    "llms.models.default.price.output": NotRequired[float],
    "llms.models.default.price.currency": NotRequired[str],
    "llms.models.default.budget.requests_per_minute": NotRequired[int],
    "llms.models.default.budget.tokens_per_minute": NotRequired[int],
    "llms.models.default.budget.concurrency": NotRequired[int],
    "llms.models.default.budget.queue": NotRequired[int],
    "llms.models.default.budget.wait_ms": NotRequired[int],
    "llms.models.text.provider": NotRequired[Literal["openai", "azure-openai", "openai-compatible", "embedded"]],
    "llms.models.text.model": NotRequired[str],
    "llms.models.text.deployment": NotRequired[str],
    "llms.models.text.api_version": NotRequired[str],
    "llms.models.text.timeout_ms": NotRequired[int],
    "llms.models.text.multimodal": NotRequired[bool],
    "llms.models.text.reasoning": NotRequired[bool],
    "llms.models.text.params.n": NotRequired[int],
    "llms.models.text.params.temperature": NotRequired[float],
    "llms.models.text.params.top_p": NotRequired[float],
    "llms.models.text.params.max_tokens": NotRequired[int],
    "llms.models.text.params.frequency_penalty": NotRequired[float],
    "llms.models.text.params.presence_penalty": NotRequired[float],
    "llms.models.text.params.stop": NotRequired[list[str]],
    "llms.models.text.price.input": NotRequired[float],
    "llms.models.text.price.output": NotRequired[float],
    "llms.models.text.price.currency": NotRequired[str],
    "llms.models.text.budget.requests_per_minute": NotRequired[int],
    "llms.models.text.budget.tokens_per_minute": NotRequired[int],
    "llms.models.text.budget.concurrency": NotRequired[int],
    "llms.models.text.budget.queue": NotRequired[int],
    "llms.models.text.budget.wait_ms": NotRequired[int],
    "llms.models.reasoning.provider": NotRequired[Literal["openai", "azure-openai", "openai-compatible", "embedded"]],
    "llms.models.reasoning.model": NotRequired[str],
    "llms.models.reasoning.deployment": NotRequired[str],
    "llms.models.reasoning.api_version": NotRequired[str],
    "llms.models.reasoning.timeout_ms": NotRequired[int],
    "llms.models.reasoning.multimodal": NotRequired[bool],
    "llms.models.reasoning.reasoning": NotRequired[bool],
    "llms.models.reasoning.params.n": NotRequired[int],
    "llms.models.reasoning.params.temperature": NotRequired[float],
    "llms.models.reasoning.params.top_p": NotRequired[float],
    "llms.models.reasoning.params.max_tokens": NotRequired[int],
    "llms.models.reasoning.params.frequency_penalty": NotRequired[float],
    "llms.models.reasoning.params.presence_penalty": NotRequired[float],
    "llms.models.reasoning.params.stop": NotRequired[list[str]],
    "llms.models.reasoning.price.input": NotRequired[float],
    "llms.models.reasoning.price.output": NotRequired[float],
    "llms.models.reasoning.price.currency": NotRequired[str],
    "llms.models.reasoning.budget.requests_per_minute": NotRequired[int],
    "llms.models.reasoning.budget.tokens_per_minute": NotRequired[int],
    "llms.models.reasoning.budget.concurrency": NotRequired[int],
    "llms.models.reasoning.budget.queue": NotRequired[int],
    "llms.models.reasoning.budget.wait_ms": NotRequired[int],
    "embeddings.budget.requests_per_minute": NotRequired[int],
    "embeddings.budget.tokens_per_minute": NotRequired[int],
    "embeddings.budget.concurrency": NotRequired[int],
    "embeddings.budget.queue": NotRequired[int],
    "embeddings.budget.wait_ms": NotRequired[int],
    "embeddings.price.input": NotRequired[float],
    "embeddings.price.output": NotRequired[float],
    "embeddings.price.currency": NotRequired[str],
    "indexes.default": NotRequired[str],
    "indexes.aliases.default": NotRequired[str],
    "retrieval.top_k": NotRequired[int],
    "retrieval.mode": NotRequired[Literal["auto", "text", "hybrid"]],
    "retrieval.weights.text": NotRequired[float],
    "retrieval.weights.vector": NotRequired[float],
    "retrieval.deduplicate": NotRequired[bool],
    "retrieval.rerank.enabled": NotRequired[bool],
    "retrieval.rerank.model": NotRequired[str],
    "retrieval.rerank.candidates": NotRequired[int],
    "retrieval.rerank.timeout_ms": NotRequired[int],
    "retrieval.rewrite.enabled": NotRequired[bool],
    "retrieval.rewrite.model": NotRequired[str],
    "retrieval.rewrite.timeout_ms": NotRequired[int],
    "access.confidentiality.claim": NotRequired[str],
    "access.confidentiality.without_claim": NotRequired[Literal["all", "none"]],
    "access.confidentiality.unlabelled": NotRequired[Literal["shown", "hidden"]],
    "access.business_unit.claim": NotRequired[str],
    "access.business_unit.without_claim": NotRequired[Literal["all", "none"]],
    "access.business_unit.unlabelled": NotRequired[Literal["shown", "hidden"]],
    "storage.max_documents": NotRequired[int],
    "storage.max_mb": NotRequired[float],
    "storage.max_documents_per_caller": NotRequired[int],
    "storage.max_mb_per_caller": NotRequired[float],
    "storage.min_free_mb": NotRequired[float],
    "storage.min_free_percent": NotRequired[float],
    "upload.max_file_size_mb": NotRequired[float],
    "watch.deleted": NotRequired[Literal["keep", "remove"]],
    "watch.doc_type": NotRequired[str],
    "watch.confidentiality": NotRequired[str],
    "watch.business_unit": NotRequired[str],
    "watch.index": NotRequired[str],
    "retention.generations": NotRequired[float],
    "parsing.timeout_ms": NotRequired[int],
    "parsing.memory_mb": NotRequired[int],
    "parsing.max_inflated_mb": NotRequired[int],
    "parsing.max_compression_ratio": NotRequired[float],
    "parsing.max_archive_entries": NotRequired[int],
    "parsing.max_pages": NotRequired[int],
    "parsing.ocr.engine": NotRequired[Literal["tesseract", "model", "off"]],
    "parsing.ocr.languages": NotRequired[list[str]],
    "parsing.ocr.model": NotRequired[str],
    "parsing.ocr.max_pages": NotRequired[int],
    "parsing.ocr.max_seconds": NotRequired[int],
    "parsing.ocr.concurrency": NotRequired[int],
    "parsing.ocr.timeout_ms": NotRequired[int],
    "parsing.attachments.max_files": NotRequired[int],
    "parsing.attachments.max_depth": NotRequired[int],
    "chunking.max_tokens": NotRequired[int],
    "chunking.overlap_tokens": NotRequired[int],
    "chat.conversations.keep_days": NotRequired[float],
    "chat.conversations.max_conversations": NotRequired[int],
    "chat.conversations.max_questions": NotRequired[int],
    "chat.conversations.max_mb_per_caller": NotRequired[float],
    "local_models.look_at_start": NotRequired[bool],
    "tagging.vocabulary": NotRequired[list[str]],
    "tagging.model": NotRequired[str],
    "tagging.caption_model": NotRequired[str],
    "tagging.max_posts": NotRequired[int],
    "annex.model": NotRequired[str],
    "annex.max_output_tokens": NotRequired[int],
    "annex.keep_days": NotRequired[int],
    "guides.model": NotRequired[str],
    "guides.keep_drafts_days": NotRequired[int],
    "sdac.rules.total_mismatch.threshold": NotRequired[float],
    "sdac.rules.federal_share_over_100.threshold": NotRequired[float],
    "sdac.rules.benefits_ratio.min": NotRequired[float],
    "sdac.rules.benefits_ratio.max": NotRequired[float],
    "sdac.rules.quarter_change.threshold": NotRequired[float],
    "sdac.rules.outlier.threshold": NotRequired[float],
    "sdac.sessions.ttl_hours": NotRequired[float],
    "sdac.conversations.ttl_minutes": NotRequired[float],
    "sdac.limits.questions_per_session": NotRequired[int],
    "sdac.limits.questions_per_day": NotRequired[int],
    "sdac.limits.uploads_per_day": NotRequired[int],
    "sdac.max_file_size_mb": NotRequired[float],
    "sdac.max_rows": NotRequired[int],
    "reasoning.explain_with_model": NotRequired[bool],
    "reasoning.model": NotRequired[str],
    "reasoning.max_series": NotRequired[int],
    "reasoning.max_points": NotRequired[int],
})


class ReceiveStorageEventsJson1Item1(TypedDict):
    id: str
    eventType: str
    subject: str
    data: Any


class ReceiveStorageEventsJson1Item2(TypedDict):
    specversion: Literal["1.0"]
    id: str
    type: str
    source: str
    subject: NotRequired[str]
    data: Any


class ReceiveStorageEventsJson2(TypedDict):
    specversion: Literal["1.0"]
    id: str
    type: str
    source: str
    subject: NotRequired[str]
    data: Any


class ReceiveStorageEventsGives1(TypedDict):
    validationResponse: str


class ReceiveStorageEventsGives2ResultsItem(TypedDict):
    event_id: str
    # missing: the event names a blob that is not in the container
    status: Literal["accepted", "duplicate", "ignored", "missing"]
    upload_id: NotRequired[str]
    document_id: NotRequired[str]
    reason: NotRequired[str]


class ReceiveStorageEventsGives2(TypedDict):
    results: list["ReceiveStorageEventsGives2ResultsItem"]


class RedriveDeadLettersJson(TypedDict):
    # Of dead letters.
    ids: NotRequired[list[str]]
    # The same as `code`.
    error_code: NotRequired[str]
    # Of the record that failed.
    topic: NotRequired[str]
    # Who gave it up.
    consumer: NotRequired[str]
    # Of the error.
    code: NotRequired[str]
    # Why it was given up.
    kind: NotRequired[Literal["terminal", "exhausted", "poison", "schema"]]
    # Of the record that failed.
    key: NotRequired[str]
    # What became of it.
    state: NotRequired[Literal["open", "redriven", "resolved", "discarded"]]
    # Not older than this time: 2026-01-15T09:30:00Z.
    since: NotRequired[str]
    # Older than this time.
    until: NotRequired[str]
    # Tells how many there are, and changes nothing.
    dry_run: NotRequired[bool]
    # Why; kept with the dead letter and in the audit record.
    reason: NotRequired[str]
    # Records a second; as fast as the log takes them when absent.
    rate: NotRequired[float]


class RejectTapTaggingSuggestionsRunJson1(TypedDict):
    # Of the question; the only one when absent.
    key: NotRequired[str]


class RenameConversationJson(TypedDict):
    title: str


RetryAnyRunJson = TypedDict("RetryAnyRunJson", {
    "from": NotRequired[str],
    "items": NotRequired[list[int]],
})


RetryTapTaggingSuggestionsRunJson1 = TypedDict("RetryTapTaggingSuggestionsRunJson1", {
    "items": NotRequired[list[str]],
    "from": NotRequired[str],
})


class RetryUploadsJson(TypedDict):
    error_code: NotRequired[Literal["encrypted", "corrupt", "empty", "unreadable", "too_large", "timed_out", "out_of_memory", "unsupported", "storage_failed", "embedding_failed", "indexing_failed", "cancelled", "internal"]]
    stage: NotRequired[Literal["parsing", "chunking", "embedding", "indexing"]]
    limit: NotRequired[int]


class SetHttpTriggerJson(TypedDict):
    enabled: bool


class SetHttpTriggerGives(TypedDict):
    http_trigger_enabled: bool


class StartReplayJsonFrom2(TypedDict):
    """A number for all partitions, or one a partition; what has none is left out."""
    offset: Union[int, dict[str, int]]


class StartReplayJsonFrom3(TypedDict):
    """The first record that is not older."""
    time: str


class StartReplayJsonTo2(TypedDict):
    """A number for all partitions, or one a partition; what has none is left out."""
    offset: Union[int, dict[str, int]]


class StartReplayJsonTo3(TypedDict):
    """The first record that is not older."""
    time: str


class StartReplayJsonFilter(TypedDict):
    """Which of the records between are taken."""
    # Keys of records.
    keys: NotRequired[list[str]]
    # Types of events, as `ce_type` names them.
    types: NotRequired[list[str]]
    # Appended at this time or later.
    since: NotRequired[str]
    # Appended before this time.
    until: NotRequired[str]
    # Values of the payload by their dotted path: {"file.index": "documents"}.
    where: NotRequired[dict[str, Union[str, float, bool, None]]]


class StartReplayJsonInto(TypedDict):
    """{'topic': 'replay.<name>'}: made where it is not there. An index is rebuilt by POST /admin/rebuilds."""
    topic: NotRequired[str]
    index: NotRequired[str]


StartReplayJson = TypedDict("StartReplayJson", {
    "topic": str,
    "from": NotRequired[Union[Literal["beginning", "end"], "StartReplayJsonFrom2", "StartReplayJsonFrom3"]],
    "to": NotRequired[Union[Literal["beginning", "end"], "StartReplayJsonTo2", "StartReplayJsonTo3"]],
    "filter": NotRequired["StartReplayJsonFilter"],
    "into": "StartReplayJsonInto",
    "rate": NotRequired[float],
    "dry_run": NotRequired[bool],
    "reason": NotRequired[str],
})


class StreamAgentDelta(TypedDict):
    content: str


class StreamAgentToolCall(TypedDict):
    toolCallId: str
    toolName: str


class StreamAgentToolResult(TypedDict):
    toolCallId: str
    success: bool


class StreamAgentUsage(TypedDict):
    promptTokens: int
    completionTokens: int


class StreamAgentWaiting(TypedDict):
    runId: str
    status: Literal["waiting"]


class StreamAgentError(TypedDict):
    message: str


class StreamAgentDone(TypedDict):
    success: bool
    finishReason: NotRequired[str]


class ToolAdminAnswerWithCitationsJson(TypedDict):
    question: str
    # Passages to answer from.
    top_k: NotRequired[int]
    # Name or alias; the default index when absent.
    index: NotRequired[str]


class ToolAdminAnswerWithCitationsGivesDataCitationsItem(TypedDict):
    marker: str
    document_id: Union[str, None]
    source_file: Union[str, None]
    page_number: Union[float, None]
    quote: str


class ToolAdminAnswerWithCitationsGivesDataSourcesItem(TypedDict):
    id: str
    document_id: Union[str, None]
    index: str
    source_file: Union[str, None]
    title: Union[str, None]
    section: Union[str, None]
    page_number: Union[float, None]
    chunk_index: Union[float, None]
    score: float
    text: str


class ToolAdminAnswerWithCitationsGivesData(TypedDict):
    answer: str
    citations: list["ToolAdminAnswerWithCitationsGivesDataCitationsItem"]
    # The passages that it was answered from, in the order of their markers.
    sources: list["ToolAdminAnswerWithCitationsGivesDataSourcesItem"]
    # The model, or `embedded`.
    answered_by: str


class ToolAdminAnswerWithCitationsGives(TypedDict):
    data: "ToolAdminAnswerWithCitationsGivesData"


class ToolAdminConsumerLagJson(TypedDict):
    # One consumer; all when absent.
    consumer: NotRequired[str]


class ToolAdminConsumerLagGivesDataConsumersItem(TypedDict):
    consumer: str
    topic: str
    lag: int


class ToolAdminConsumerLagGivesData(TypedDict):
    consumers: list["ToolAdminConsumerLagGivesDataConsumersItem"]
    # Records that wait, of all together.
    behind: int


class ToolAdminConsumerLagGives(TypedDict):
    data: "ToolAdminConsumerLagGivesData"


class ToolAdminDeadLettersJson(TypedDict):
    # Of the record that failed.
    topic: NotRequired[str]
    # Who gave it up.
    consumer: NotRequired[str]
    # Of the error.
    code: NotRequired[str]
    # Why it was given up.
    kind: NotRequired[Literal["terminal", "exhausted", "poison", "schema"]]
    # What became of it.
    state: NotRequired[Literal["open", "redriven", "resolved", "discarded"]]
    # Entries at most.
    top: NotRequired[int]


class ToolAdminDeadLettersGivesDataEntriesItem(TypedDict):
    id: str
    state: str
    code: str
    consumer: str
    topic: str
    key: str
    message: str
    failed_at: str


class ToolAdminDeadLettersGivesData(TypedDict):
    total: int
    by_code: dict[str, int]
    by_consumer: dict[str, int]
    entries: list["ToolAdminDeadLettersGivesDataEntriesItem"]


class ToolAdminDeadLettersGives(TypedDict):
    data: "ToolAdminDeadLettersGivesData"


class ToolAdminDocsSearchJson(TypedDict):
    query: str
    top_k: NotRequired[int]


class ToolAdminDocsSearchGivesDataSectionsItem(TypedDict):
    source: str
    title: str
    text: str


class ToolAdminDocsSearchGivesData(TypedDict):
    # The best match first.
    sections: list["ToolAdminDocsSearchGivesDataSectionsItem"]


class ToolAdminDocsSearchGives(TypedDict):
    data: "ToolAdminDocsSearchGivesData"


class ToolAdminDocumentOutlineJson(TypedDict):
    # As knowledge-search gives it.
    document_id: str
    # Name or alias; the default index when absent.
    index: NotRequired[str]


class ToolAdminDocumentOutlineGivesDataSectionsItem(TypedDict):
    section: Union[str, None]
    from_chunk: int
    to_chunk: int
    page_number: Union[float, None]


class ToolAdminDocumentOutlineGivesData(TypedDict):
    document_id: str
    source_file: Union[str, None]
    title: Union[str, None]
    chunks: int
    sections: list["ToolAdminDocumentOutlineGivesDataSectionsItem"]


class ToolAdminDocumentOutlineGives(TypedDict):
    data: "ToolAdminDocumentOutlineGivesData"


class ToolAdminIndexStatisticsJson(TypedDict):
    pass


class ToolAdminIndexStatisticsGivesDataIndexesItem(TypedDict):
    alias: str
    index: str
    is_default: bool
    chunks: Union[int, None]


class ToolAdminIndexStatisticsGivesData(TypedDict):
    indexes: list["ToolAdminIndexStatisticsGivesDataIndexesItem"]


class ToolAdminIndexStatisticsGives(TypedDict):
    data: "ToolAdminIndexStatisticsGivesData"


class ToolAdminKnowledgeSearchJson(TypedDict):
    # What to look for, in words that the documents would use.
    query: str
    # Passages at most.
    top_k: NotRequired[int]
    # Name or alias of an index; the default index when absent.
    index: NotRequired[str]
    # OData filter on the fields of chunks, such as file_type eq 'pdf'.
    filter: NotRequired[str]


class ToolAdminKnowledgeSearchGivesDataPassagesItem(TypedDict):
    id: str
    document_id: Union[str, None]
    index: str
    source_file: Union[str, None]
    title: Union[str, None]
    section: Union[str, None]
    page_number: Union[float, None]
    chunk_index: Union[float, None]
    score: float
    text: str


class ToolAdminKnowledgeSearchGivesData(TypedDict):
    passages: list["ToolAdminKnowledgeSearchGivesDataPassagesItem"]
    # Every chunk that fits, also beyond top_k.
    total: int


class ToolAdminKnowledgeSearchGives(TypedDict):
    data: "ToolAdminKnowledgeSearchGivesData"


ToolAdminReadChunksJson = TypedDict("ToolAdminReadChunksJson", {
    "document_id": str,
    "index": NotRequired[str],
    "from": NotRequired[int],
    "count": NotRequired[int],
})


class ToolAdminReadChunksGivesDataChunksItem(TypedDict):
    id: str
    document_id: Union[str, None]
    index: str
    source_file: Union[str, None]
    title: Union[str, None]
    section: Union[str, None]
    page_number: Union[float, None]
    chunk_index: Union[float, None]
    score: float
    text: str


class ToolAdminReadChunksGivesData(TypedDict):
    chunks: list["ToolAdminReadChunksGivesDataChunksItem"]
    total: int


class ToolAdminReadChunksGives(TypedDict):
    data: "ToolAdminReadChunksGivesData"


class ToolK12AnnexEditingCancelJson(TypedDict):
    """A job."""
    requestId: str


class ToolK12AnnexEditingCancelGivesData(TypedDict):
    """The job after the wish to end it; one that was over keeps its end."""
    requestId: str
    sessionId: str
    status: Literal["accepted", "processing", "success", "error", "cancelled"]
    # Why it is in error.
    message: NotRequired[str]


class ToolK12AnnexEditingCancelGives(TypedDict):
    # The job after the wish to end it; one that was over keeps its end.
    data: "ToolK12AnnexEditingCancelGivesData"


class ToolK12AnnexEditingKickoffJsonEmergencyOperationPlan1(TypedDict):
    pass


class ToolK12AnnexEditingKickoffJsonEmergencyOperationPlanConfiguration1(TypedDict):
    pass


class ToolK12AnnexEditingKickoffJsonEmergencyOperationPlanMasterCopy1(TypedDict):
    pass


class ToolK12AnnexEditingKickoffJsonRolesItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12AnnexEditingKickoffJsonUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12AnnexEditingKickoffJsonGeneralUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12AnnexEditingKickoffJsonFormField(TypedDict):
    group: NotRequired[str]
    name: NotRequired[str]
    # The HTML as it is now; empty: a new text is written.
    content: NotRequired[str]


class ToolK12AnnexEditingKickoffJsonForm(TypedDict):
    name: NotRequired[str]
    field: "ToolK12AnnexEditingKickoffJsonFormField"


class ToolK12AnnexEditingKickoffJson(TypedDict):
    """What to edit, whose it is, and how."""
    # Of a plan or a snapshot of one.
    emergencyOperationPlanId: NotRequired[Union[str, None]]
    # With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
    emergencyOperationPlan: NotRequired[Union["ToolK12AnnexEditingKickoffJsonEmergencyOperationPlan1", None]]
    emergencyOperationPlanConfigurationId: NotRequired[Union[str, None]]
    emergencyOperationPlanConfiguration: NotRequired[Union["ToolK12AnnexEditingKickoffJsonEmergencyOperationPlanConfiguration1", None]]
    eopMasterCopyId: NotRequired[Union[str, None]]
    emergencyOperationPlanMasterCopy: NotRequired[Union["ToolK12AnnexEditingKickoffJsonEmergencyOperationPlanMasterCopy1", None]]
    userId: str
    # Kept with the job.
    roleId: NotRequired[Union[str, None]]
    # Ids of the roles that were chosen.
    userTagIds: NotRequired[list[str]]
    # Roles, objects or names; they win over those of the plan.
    roles: NotRequired[list[Union[str, "ToolK12AnnexEditingKickoffJsonRolesItem2"]]]
    # As roles.
    userTags: NotRequired[list[Union[str, "ToolK12AnnexEditingKickoffJsonUserTagsItem2"]]]
    # As roles.
    generalUserTags: NotRequired[list[Union[str, "ToolK12AnnexEditingKickoffJsonGeneralUserTagsItem2"]]]
    form: "ToolK12AnnexEditingKickoffJsonForm"
    # What to do; a prompt of the profile when it is left out.
    prompt: NotRequired[str]
    # Null begins a new session.
    sessionId: NotRequired[Union[str, None]]
    # Made by the server where it is left out.
    requestId: NotRequired[Union[str, None]]
    # Answer when the edit is done, or at the time limit of the server.
    waitForResult: NotRequired[bool]


class ToolK12AnnexEditingKickoffGivesDataAgentResponse(TypedDict):
    """The edited HTML."""
    text: str


class ToolK12AnnexEditingKickoffGivesData(TypedDict):
    """The job, or what it made."""
    requestId: str
    sessionId: str
    status: Literal["accepted", "success", "error", "cancelled"]
    message: str
    workflowRunId: NotRequired[str]
    # Whether the content changed.
    isEdit: NotRequired[bool]
    # edited, unchanged, failed or cancelled.
    responseStatus: NotRequired[str]
    # The edited HTML.
    agentResponse: NotRequired["ToolK12AnnexEditingKickoffGivesDataAgentResponse"]


class ToolK12AnnexEditingKickoffGives(TypedDict):
    # The job, or what it made.
    data: "ToolK12AnnexEditingKickoffGivesData"


class ToolK12AnnexEditingResultJson(TypedDict):
    """A job."""
    requestId: str


class ToolK12AnnexEditingResultGivesData(TypedDict):
    """What an edit made."""
    requestId: str
    sessionId: str
    status: Literal["accepted", "processing", "success", "error", "cancelled"]
    # The edited HTML, or why there is none.
    message: str
    # Whether the content changed.
    isEdit: bool


class ToolK12AnnexEditingResultGives(TypedDict):
    # What an edit made.
    data: "ToolK12AnnexEditingResultGivesData"


class ToolK12AnnexEditingStatusJson(TypedDict):
    """Jobs."""
    requestIds: list[str]


class ToolK12AnnexEditingStatusGivesDataItem(TypedDict):
    requestId: str
    sessionId: str
    status: Literal["accepted", "processing", "success", "error", "cancelled"]
    # Why it is in error.
    message: NotRequired[str]


class ToolK12AnnexEditingStatusGives(TypedDict):
    # One entry an id, in the order of the ids.
    data: list["ToolK12AnnexEditingStatusGivesDataItem"]


class ToolK12DistrictPlanningKickoffJsonEmergencyOperationPlan1(TypedDict):
    pass


class ToolK12DistrictPlanningKickoffJsonEmergencyOperationPlanConfiguration1(TypedDict):
    pass


class ToolK12DistrictPlanningKickoffJsonEmergencyOperationPlanMasterCopy1(TypedDict):
    pass


class ToolK12DistrictPlanningKickoffJsonRolesItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12DistrictPlanningKickoffJsonUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12DistrictPlanningKickoffJsonGeneralUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12DistrictPlanningKickoffJsonFormField(TypedDict):
    group: NotRequired[str]
    name: NotRequired[str]
    # The HTML as it is now; empty: a new text is written.
    content: NotRequired[str]


class ToolK12DistrictPlanningKickoffJsonForm(TypedDict):
    name: NotRequired[str]
    field: "ToolK12DistrictPlanningKickoffJsonFormField"


class ToolK12DistrictPlanningKickoffJson(TypedDict):
    """What to edit, whose it is, and how."""
    # Of a plan or a snapshot of one.
    emergencyOperationPlanId: NotRequired[Union[str, None]]
    # With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
    emergencyOperationPlan: NotRequired[Union["ToolK12DistrictPlanningKickoffJsonEmergencyOperationPlan1", None]]
    emergencyOperationPlanConfigurationId: NotRequired[Union[str, None]]
    emergencyOperationPlanConfiguration: NotRequired[Union["ToolK12DistrictPlanningKickoffJsonEmergencyOperationPlanConfiguration1", None]]
    eopMasterCopyId: NotRequired[Union[str, None]]
    emergencyOperationPlanMasterCopy: NotRequired[Union["ToolK12DistrictPlanningKickoffJsonEmergencyOperationPlanMasterCopy1", None]]
    userId: str
    # Kept with the job.
    roleId: NotRequired[Union[str, None]]
    # Ids of the roles that were chosen.
    userTagIds: NotRequired[list[str]]
    # Roles, objects or names; they win over those of the plan.
    roles: NotRequired[list[Union[str, "ToolK12DistrictPlanningKickoffJsonRolesItem2"]]]
    # As roles.
    userTags: NotRequired[list[Union[str, "ToolK12DistrictPlanningKickoffJsonUserTagsItem2"]]]
    # As roles.
    generalUserTags: NotRequired[list[Union[str, "ToolK12DistrictPlanningKickoffJsonGeneralUserTagsItem2"]]]
    form: "ToolK12DistrictPlanningKickoffJsonForm"
    # What to do; a prompt of the profile when it is left out.
    prompt: NotRequired[str]
    # Null begins a new session.
    sessionId: NotRequired[Union[str, None]]
    # Made by the server where it is left out.
    requestId: NotRequired[Union[str, None]]
    # Answer when the edit is done, or at the time limit of the server.
    waitForResult: NotRequired[bool]


class ToolK12DistrictPlanningKickoffGivesDataAgentResponse(TypedDict):
    """The edited HTML."""
    text: str


class ToolK12DistrictPlanningKickoffGivesData(TypedDict):
    """The job, or what it made."""
    requestId: str
    sessionId: str
    status: Literal["accepted", "success", "error", "cancelled"]
    message: str
    workflowRunId: NotRequired[str]
    # Whether the content changed.
    isEdit: NotRequired[bool]
    # edited, unchanged, failed or cancelled.
    responseStatus: NotRequired[str]
    # The edited HTML.
    agentResponse: NotRequired["ToolK12DistrictPlanningKickoffGivesDataAgentResponse"]


class ToolK12DistrictPlanningKickoffGives(TypedDict):
    # The job, or what it made.
    data: "ToolK12DistrictPlanningKickoffGivesData"


class ToolK12FacilityPlanningKickoffJsonEmergencyOperationPlan1(TypedDict):
    pass


class ToolK12FacilityPlanningKickoffJsonEmergencyOperationPlanConfiguration1(TypedDict):
    pass


class ToolK12FacilityPlanningKickoffJsonEmergencyOperationPlanMasterCopy1(TypedDict):
    pass


class ToolK12FacilityPlanningKickoffJsonRolesItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12FacilityPlanningKickoffJsonUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12FacilityPlanningKickoffJsonGeneralUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12FacilityPlanningKickoffJsonFormField(TypedDict):
    group: NotRequired[str]
    name: NotRequired[str]
    # The HTML as it is now; empty: a new text is written.
    content: NotRequired[str]


class ToolK12FacilityPlanningKickoffJsonForm(TypedDict):
    name: NotRequired[str]
    field: "ToolK12FacilityPlanningKickoffJsonFormField"


class ToolK12FacilityPlanningKickoffJson(TypedDict):
    """What to edit, whose it is, and how."""
    # Of a plan or a snapshot of one.
    emergencyOperationPlanId: NotRequired[Union[str, None]]
    # With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
    emergencyOperationPlan: NotRequired[Union["ToolK12FacilityPlanningKickoffJsonEmergencyOperationPlan1", None]]
    emergencyOperationPlanConfigurationId: NotRequired[Union[str, None]]
    emergencyOperationPlanConfiguration: NotRequired[Union["ToolK12FacilityPlanningKickoffJsonEmergencyOperationPlanConfiguration1", None]]
    eopMasterCopyId: NotRequired[Union[str, None]]
    emergencyOperationPlanMasterCopy: NotRequired[Union["ToolK12FacilityPlanningKickoffJsonEmergencyOperationPlanMasterCopy1", None]]
    userId: str
    # Kept with the job.
    roleId: NotRequired[Union[str, None]]
    # Ids of the roles that were chosen.
    userTagIds: NotRequired[list[str]]
    # Roles, objects or names; they win over those of the plan.
    roles: NotRequired[list[Union[str, "ToolK12FacilityPlanningKickoffJsonRolesItem2"]]]
    # As roles.
    userTags: NotRequired[list[Union[str, "ToolK12FacilityPlanningKickoffJsonUserTagsItem2"]]]
    # As roles.
    generalUserTags: NotRequired[list[Union[str, "ToolK12FacilityPlanningKickoffJsonGeneralUserTagsItem2"]]]
    form: "ToolK12FacilityPlanningKickoffJsonForm"
    # What to do; a prompt of the profile when it is left out.
    prompt: NotRequired[str]
    # Null begins a new session.
    sessionId: NotRequired[Union[str, None]]
    # Made by the server where it is left out.
    requestId: NotRequired[Union[str, None]]
    # Answer when the edit is done, or at the time limit of the server.
    waitForResult: NotRequired[bool]


class ToolK12FacilityPlanningKickoffGivesDataAgentResponse(TypedDict):
    """The edited HTML."""
    text: str


class ToolK12FacilityPlanningKickoffGivesData(TypedDict):
    """The job, or what it made."""
    requestId: str
    sessionId: str
    status: Literal["accepted", "success", "error", "cancelled"]
    message: str
    workflowRunId: NotRequired[str]
    # Whether the content changed.
    isEdit: NotRequired[bool]
    # edited, unchanged, failed or cancelled.
    responseStatus: NotRequired[str]
    # The edited HTML.
    agentResponse: NotRequired["ToolK12FacilityPlanningKickoffGivesDataAgentResponse"]


class ToolK12FacilityPlanningKickoffGives(TypedDict):
    # The job, or what it made.
    data: "ToolK12FacilityPlanningKickoffGivesData"


class ToolK12FunctionalAnnexKickoffJsonEmergencyOperationPlan1(TypedDict):
    pass


class ToolK12FunctionalAnnexKickoffJsonEmergencyOperationPlanConfiguration1(TypedDict):
    pass


class ToolK12FunctionalAnnexKickoffJsonEmergencyOperationPlanMasterCopy1(TypedDict):
    pass


class ToolK12FunctionalAnnexKickoffJsonRolesItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12FunctionalAnnexKickoffJsonUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12FunctionalAnnexKickoffJsonGeneralUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12FunctionalAnnexKickoffJsonFormField(TypedDict):
    group: NotRequired[str]
    name: NotRequired[str]
    # The HTML as it is now; empty: a new text is written.
    content: NotRequired[str]


class ToolK12FunctionalAnnexKickoffJsonForm(TypedDict):
    name: NotRequired[str]
    field: "ToolK12FunctionalAnnexKickoffJsonFormField"


class ToolK12FunctionalAnnexKickoffJson(TypedDict):
    """What to edit, whose it is, and how."""
    # Of a plan or a snapshot of one.
    emergencyOperationPlanId: NotRequired[Union[str, None]]
    # With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
    emergencyOperationPlan: NotRequired[Union["ToolK12FunctionalAnnexKickoffJsonEmergencyOperationPlan1", None]]
    emergencyOperationPlanConfigurationId: NotRequired[Union[str, None]]
    emergencyOperationPlanConfiguration: NotRequired[Union["ToolK12FunctionalAnnexKickoffJsonEmergencyOperationPlanConfiguration1", None]]
    eopMasterCopyId: NotRequired[Union[str, None]]
    emergencyOperationPlanMasterCopy: NotRequired[Union["ToolK12FunctionalAnnexKickoffJsonEmergencyOperationPlanMasterCopy1", None]]
    userId: str
    # Kept with the job.
    roleId: NotRequired[Union[str, None]]
    # Ids of the roles that were chosen.
    userTagIds: NotRequired[list[str]]
    # Roles, objects or names; they win over those of the plan.
    roles: NotRequired[list[Union[str, "ToolK12FunctionalAnnexKickoffJsonRolesItem2"]]]
    # As roles.
    userTags: NotRequired[list[Union[str, "ToolK12FunctionalAnnexKickoffJsonUserTagsItem2"]]]
    # As roles.
    generalUserTags: NotRequired[list[Union[str, "ToolK12FunctionalAnnexKickoffJsonGeneralUserTagsItem2"]]]
    form: "ToolK12FunctionalAnnexKickoffJsonForm"
    # What to do; a prompt of the profile when it is left out.
    prompt: NotRequired[str]
    # Null begins a new session.
    sessionId: NotRequired[Union[str, None]]
    # Made by the server where it is left out.
    requestId: NotRequired[Union[str, None]]
    # Answer when the edit is done, or at the time limit of the server.
    waitForResult: NotRequired[bool]


class ToolK12FunctionalAnnexKickoffGivesDataAgentResponse(TypedDict):
    """The edited HTML."""
    text: str


class ToolK12FunctionalAnnexKickoffGivesData(TypedDict):
    """The job, or what it made."""
    requestId: str
    sessionId: str
    status: Literal["accepted", "success", "error", "cancelled"]
    message: str
    workflowRunId: NotRequired[str]
    # Whether the content changed.
    isEdit: NotRequired[bool]
    # edited, unchanged, failed or cancelled.
    responseStatus: NotRequired[str]
    # The edited HTML.
    agentResponse: NotRequired["ToolK12FunctionalAnnexKickoffGivesDataAgentResponse"]


class ToolK12FunctionalAnnexKickoffGives(TypedDict):
    # The job, or what it made.
    data: "ToolK12FunctionalAnnexKickoffGivesData"


class ToolK12FunctionalAnnexSuggestRolesKickoffJsonEmergencyOperationPlan1(TypedDict):
    pass


class ToolK12FunctionalAnnexSuggestRolesKickoffJsonEmergencyOperationPlanConfiguration1(TypedDict):
    pass


class ToolK12FunctionalAnnexSuggestRolesKickoffJsonEmergencyOperationPlanMasterCopy1(TypedDict):
    pass


class ToolK12FunctionalAnnexSuggestRolesKickoffJsonRolesItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12FunctionalAnnexSuggestRolesKickoffJsonUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12FunctionalAnnexSuggestRolesKickoffJsonGeneralUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12FunctionalAnnexSuggestRolesKickoffJsonFormField(TypedDict):
    group: NotRequired[str]
    name: NotRequired[str]
    # The HTML as it is now; empty: a new text is written.
    content: NotRequired[str]


class ToolK12FunctionalAnnexSuggestRolesKickoffJsonForm(TypedDict):
    name: NotRequired[str]
    field: "ToolK12FunctionalAnnexSuggestRolesKickoffJsonFormField"


class ToolK12FunctionalAnnexSuggestRolesKickoffJson(TypedDict):
    """What to edit, whose it is, and how."""
    # Of a plan or a snapshot of one.
    emergencyOperationPlanId: NotRequired[Union[str, None]]
    # With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
    emergencyOperationPlan: NotRequired[Union["ToolK12FunctionalAnnexSuggestRolesKickoffJsonEmergencyOperationPlan1", None]]
    emergencyOperationPlanConfigurationId: NotRequired[Union[str, None]]
    emergencyOperationPlanConfiguration: NotRequired[Union["ToolK12FunctionalAnnexSuggestRolesKickoffJsonEmergencyOperationPlanConfiguration1", None]]
    eopMasterCopyId: NotRequired[Union[str, None]]
    emergencyOperationPlanMasterCopy: NotRequired[Union["ToolK12FunctionalAnnexSuggestRolesKickoffJsonEmergencyOperationPlanMasterCopy1", None]]
    userId: str
    # Kept with the job.
    roleId: NotRequired[Union[str, None]]
    # Ids of the roles that were chosen.
    userTagIds: NotRequired[list[str]]
    # Roles, objects or names; they win over those of the plan.
    roles: NotRequired[list[Union[str, "ToolK12FunctionalAnnexSuggestRolesKickoffJsonRolesItem2"]]]
    # As roles.
    userTags: NotRequired[list[Union[str, "ToolK12FunctionalAnnexSuggestRolesKickoffJsonUserTagsItem2"]]]
    # As roles.
    generalUserTags: NotRequired[list[Union[str, "ToolK12FunctionalAnnexSuggestRolesKickoffJsonGeneralUserTagsItem2"]]]
    form: "ToolK12FunctionalAnnexSuggestRolesKickoffJsonForm"
    # What to do; a prompt of the profile when it is left out.
    prompt: NotRequired[str]
    # Null begins a new session.
    sessionId: NotRequired[Union[str, None]]
    # Made by the server where it is left out.
    requestId: NotRequired[Union[str, None]]
    # Answer when the edit is done, or at the time limit of the server.
    waitForResult: NotRequired[bool]


class ToolK12FunctionalAnnexSuggestRolesKickoffGivesDataAgentResponse(TypedDict):
    """The edited HTML."""
    text: str


class ToolK12FunctionalAnnexSuggestRolesKickoffGivesData(TypedDict):
    """The job, or what it made."""
    requestId: str
    sessionId: str
    status: Literal["accepted", "success", "error", "cancelled"]
    message: str
    workflowRunId: NotRequired[str]
    # Whether the content changed.
    isEdit: NotRequired[bool]
    # edited, unchanged, failed or cancelled.
    responseStatus: NotRequired[str]
    # The edited HTML.
    agentResponse: NotRequired["ToolK12FunctionalAnnexSuggestRolesKickoffGivesDataAgentResponse"]


class ToolK12FunctionalAnnexSuggestRolesKickoffGives(TypedDict):
    # The job, or what it made.
    data: "ToolK12FunctionalAnnexSuggestRolesKickoffGivesData"


class ToolK12HazardAnnexKickoffJsonEmergencyOperationPlan1(TypedDict):
    pass


class ToolK12HazardAnnexKickoffJsonEmergencyOperationPlanConfiguration1(TypedDict):
    pass


class ToolK12HazardAnnexKickoffJsonEmergencyOperationPlanMasterCopy1(TypedDict):
    pass


class ToolK12HazardAnnexKickoffJsonRolesItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12HazardAnnexKickoffJsonUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12HazardAnnexKickoffJsonGeneralUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12HazardAnnexKickoffJsonFormField(TypedDict):
    group: NotRequired[str]
    name: NotRequired[str]
    # The HTML as it is now; empty: a new text is written.
    content: NotRequired[str]


class ToolK12HazardAnnexKickoffJsonForm(TypedDict):
    name: NotRequired[str]
    field: "ToolK12HazardAnnexKickoffJsonFormField"


class ToolK12HazardAnnexKickoffJson(TypedDict):
    """What to edit, whose it is, and how."""
    # Of a plan or a snapshot of one.
    emergencyOperationPlanId: NotRequired[Union[str, None]]
    # With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
    emergencyOperationPlan: NotRequired[Union["ToolK12HazardAnnexKickoffJsonEmergencyOperationPlan1", None]]
    emergencyOperationPlanConfigurationId: NotRequired[Union[str, None]]
    emergencyOperationPlanConfiguration: NotRequired[Union["ToolK12HazardAnnexKickoffJsonEmergencyOperationPlanConfiguration1", None]]
    eopMasterCopyId: NotRequired[Union[str, None]]
    emergencyOperationPlanMasterCopy: NotRequired[Union["ToolK12HazardAnnexKickoffJsonEmergencyOperationPlanMasterCopy1", None]]
    userId: str
    # Kept with the job.
    roleId: NotRequired[Union[str, None]]
    # Ids of the roles that were chosen.
    userTagIds: NotRequired[list[str]]
    # Roles, objects or names; they win over those of the plan.
    roles: NotRequired[list[Union[str, "ToolK12HazardAnnexKickoffJsonRolesItem2"]]]
    # As roles.
    userTags: NotRequired[list[Union[str, "ToolK12HazardAnnexKickoffJsonUserTagsItem2"]]]
    # As roles.
    generalUserTags: NotRequired[list[Union[str, "ToolK12HazardAnnexKickoffJsonGeneralUserTagsItem2"]]]
    form: "ToolK12HazardAnnexKickoffJsonForm"
    # What to do; a prompt of the profile when it is left out.
    prompt: NotRequired[str]
    # Null begins a new session.
    sessionId: NotRequired[Union[str, None]]
    # Made by the server where it is left out.
    requestId: NotRequired[Union[str, None]]
    # Answer when the edit is done, or at the time limit of the server.
    waitForResult: NotRequired[bool]


class ToolK12HazardAnnexKickoffGivesDataAgentResponse(TypedDict):
    """The edited HTML."""
    text: str


class ToolK12HazardAnnexKickoffGivesData(TypedDict):
    """The job, or what it made."""
    requestId: str
    sessionId: str
    status: Literal["accepted", "success", "error", "cancelled"]
    message: str
    workflowRunId: NotRequired[str]
    # Whether the content changed.
    isEdit: NotRequired[bool]
    # edited, unchanged, failed or cancelled.
    responseStatus: NotRequired[str]
    # The edited HTML.
    agentResponse: NotRequired["ToolK12HazardAnnexKickoffGivesDataAgentResponse"]


class ToolK12HazardAnnexKickoffGives(TypedDict):
    # The job, or what it made.
    data: "ToolK12HazardAnnexKickoffGivesData"


class ToolK12HazardAnnexSuggestRolesKickoffJsonEmergencyOperationPlan1(TypedDict):
    pass


class ToolK12HazardAnnexSuggestRolesKickoffJsonEmergencyOperationPlanConfiguration1(TypedDict):
    pass


class ToolK12HazardAnnexSuggestRolesKickoffJsonEmergencyOperationPlanMasterCopy1(TypedDict):
    pass


class ToolK12HazardAnnexSuggestRolesKickoffJsonRolesItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12HazardAnnexSuggestRolesKickoffJsonUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12HazardAnnexSuggestRolesKickoffJsonGeneralUserTagsItem2(TypedDict):
    id: NotRequired[str]
    name: NotRequired[str]


class ToolK12HazardAnnexSuggestRolesKickoffJsonFormField(TypedDict):
    group: NotRequired[str]
    name: NotRequired[str]
    # The HTML as it is now; empty: a new text is written.
    content: NotRequired[str]


class ToolK12HazardAnnexSuggestRolesKickoffJsonForm(TypedDict):
    name: NotRequired[str]
    field: "ToolK12HazardAnnexSuggestRolesKickoffJsonFormField"


class ToolK12HazardAnnexSuggestRolesKickoffJson(TypedDict):
    """What to edit, whose it is, and how."""
    # Of a plan or a snapshot of one.
    emergencyOperationPlanId: NotRequired[Union[str, None]]
    # With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
    emergencyOperationPlan: NotRequired[Union["ToolK12HazardAnnexSuggestRolesKickoffJsonEmergencyOperationPlan1", None]]
    emergencyOperationPlanConfigurationId: NotRequired[Union[str, None]]
    emergencyOperationPlanConfiguration: NotRequired[Union["ToolK12HazardAnnexSuggestRolesKickoffJsonEmergencyOperationPlanConfiguration1", None]]
    eopMasterCopyId: NotRequired[Union[str, None]]
    emergencyOperationPlanMasterCopy: NotRequired[Union["ToolK12HazardAnnexSuggestRolesKickoffJsonEmergencyOperationPlanMasterCopy1", None]]
    userId: str
    # Kept with the job.
    roleId: NotRequired[Union[str, None]]
    # Ids of the roles that were chosen.
    userTagIds: NotRequired[list[str]]
    # Roles, objects or names; they win over those of the plan.
    roles: NotRequired[list[Union[str, "ToolK12HazardAnnexSuggestRolesKickoffJsonRolesItem2"]]]
    # As roles.
    userTags: NotRequired[list[Union[str, "ToolK12HazardAnnexSuggestRolesKickoffJsonUserTagsItem2"]]]
    # As roles.
    generalUserTags: NotRequired[list[Union[str, "ToolK12HazardAnnexSuggestRolesKickoffJsonGeneralUserTagsItem2"]]]
    form: "ToolK12HazardAnnexSuggestRolesKickoffJsonForm"
    # What to do; a prompt of the profile when it is left out.
    prompt: NotRequired[str]
    # Null begins a new session.
    sessionId: NotRequired[Union[str, None]]
    # Made by the server where it is left out.
    requestId: NotRequired[Union[str, None]]
    # Answer when the edit is done, or at the time limit of the server.
    waitForResult: NotRequired[bool]


class ToolK12HazardAnnexSuggestRolesKickoffGivesDataAgentResponse(TypedDict):
    """The edited HTML."""
    text: str


class ToolK12HazardAnnexSuggestRolesKickoffGivesData(TypedDict):
    """The job, or what it made."""
    requestId: str
    sessionId: str
    status: Literal["accepted", "success", "error", "cancelled"]
    message: str
    workflowRunId: NotRequired[str]
    # Whether the content changed.
    isEdit: NotRequired[bool]
    # edited, unchanged, failed or cancelled.
    responseStatus: NotRequired[str]
    # The edited HTML.
    agentResponse: NotRequired["ToolK12HazardAnnexSuggestRolesKickoffGivesDataAgentResponse"]


class ToolK12HazardAnnexSuggestRolesKickoffGives(TypedDict):
    # The job, or what it made.
    data: "ToolK12HazardAnnexSuggestRolesKickoffGivesData"


ToolK12PlanLookupJson = TypedDict("ToolK12PlanLookupJson", {
    "planId": NotRequired[str],
    "annexId": NotRequired[str],
    "from": NotRequired[int],
})


class ToolK12PlanLookupGivesDataPlansItem(TypedDict):
    id: str
    name: str


class ToolK12PlanLookupGivesDataPlanAnnexesItem(TypedDict):
    id: str
    name: str
    type: str


class ToolK12PlanLookupGivesDataPlanRolesItem(TypedDict):
    id: str
    name: str


class ToolK12PlanLookupGivesDataPlan(TypedDict):
    id: str
    name: str
    annexes: list["ToolK12PlanLookupGivesDataPlanAnnexesItem"]
    roles: list["ToolK12PlanLookupGivesDataPlanRolesItem"]


class ToolK12PlanLookupGivesDataAnnex(TypedDict):
    id: str
    name: str
    type: str
    html: str
    # Where the text goes on.
    next: Union[int, None]


class ToolK12PlanLookupGivesData(TypedDict):
    plans: NotRequired[list["ToolK12PlanLookupGivesDataPlansItem"]]
    plan: NotRequired["ToolK12PlanLookupGivesDataPlan"]
    annex: NotRequired["ToolK12PlanLookupGivesDataAnnex"]


class ToolK12PlanLookupGives(TypedDict):
    data: "ToolK12PlanLookupGivesData"


class ToolK12QrgGenerationCancelJson(TypedDict):
    requestId: str


class ToolK12QrgGenerationCancelGives(TypedDict):
    data: "GuidesStatus"


class ToolK12QrgGenerationKickoffJson(TypedDict):
    emergencyOperationPlanId: str
    # Roles that guides are for; all of the plan’s when left out.
    generalUserTagIds: NotRequired[list[str]]
    # Of guides that belong together; null begins a new one.
    sessionId: NotRequired[Union[str, None]]
    # The caller’s own name of the job; the same body again is the same job.
    requestId: NotRequired[Union[str, None]]
    waitForResult: NotRequired[bool]


class ToolK12QrgGenerationKickoffGives(TypedDict):
    data: "GuidesReply"


class ToolK12QrgGenerationResultJson(TypedDict):
    requestId: str


class ToolK12QrgGenerationResultGives(TypedDict):
    data: "GuidesReply"


class ToolK12QrgGenerationStatusJson(TypedDict):
    requestIds: list[str]


class ToolK12QrgGenerationStatusGives(TypedDict):
    data: list["GuidesStatus"]


class ToolSdacCompareQuartersJson(TypedDict):
    # The report that it is about.
    reportId: str


class ToolSdacCompareQuartersGivesData(TypedDict):
    pass


class ToolSdacCompareQuartersGives(TypedDict):
    data: "ToolSdacCompareQuartersGivesData"


class ToolSdacCostVarianceJson(TypedDict):
    # Percent.
    threshold: NotRequired[float]
    # The report that it is about.
    reportId: str


class ToolSdacCostVarianceGivesData(TypedDict):
    pass


class ToolSdacCostVarianceGives(TypedDict):
    data: "ToolSdacCostVarianceGivesData"


class ToolSdacExplainFindingJson(TypedDict):
    # Its number (`3`) or id (`F3`); the first when absent.
    finding: NotRequired[Union[int, str]]
    # Of the words; English when absent.
    language: NotRequired[Literal["en", "de", "es"]]
    # The report that it is about.
    reportId: str


class ToolSdacExplainFindingGivesData(TypedDict):
    pass


class ToolSdacExplainFindingGives(TypedDict):
    data: "ToolSdacExplainFindingGivesData"


ToolSdacListFindingsJson = TypedDict("ToolSdacListFindingsJson", {
    "severity": NotRequired[Literal["error", "warning", "info"]],
    "rule": NotRequired[Literal["missing_value", "malformed_value", "negative_amount", "duplicate_employee", "total_mismatch", "federal_share_over_100", "benefits_ratio", "position_without_pool", "quarter_change", "outlier"]],
    "rows": NotRequired[list[int]],
    "language": NotRequired[Literal["en", "de", "es"]],
    "from": NotRequired[int],
    "limit": NotRequired[int],
    "reportId": str,
})


class ToolSdacListFindingsGivesData(TypedDict):
    pass


class ToolSdacListFindingsGives(TypedDict):
    data: "ToolSdacListFindingsGivesData"


class ToolSdacListQuartersJson(TypedDict):
    # All years when absent.
    year: NotRequired[int]
    # The report that it is about.
    reportId: str


class ToolSdacListQuartersGivesData(TypedDict):
    pass


class ToolSdacListQuartersGives(TypedDict):
    data: "ToolSdacListQuartersGivesData"


class ToolSdacListReportsJson(TypedDict):
    # A quarter, as 2026-Q1.
    period: NotRequired[str]
    limit: NotRequired[int]


class ToolSdacListReportsGivesDataReportsItem(TypedDict):
    reportId: str
    district: str
    period: str
    file: str
    status: Literal["queued", "processing", "ready", "error"]
    createdAt: str


class ToolSdacListReportsGivesData(TypedDict):
    total: int
    reports: list["ToolSdacListReportsGivesDataReportsItem"]


class ToolSdacListReportsGives(TypedDict):
    data: "ToolSdacListReportsGivesData"


class ToolSdacQueryRowsJson(TypedDict):
    # The row of the sheet, from 1.
    row: NotRequired[int]
    sheet: NotRequired[str]
    # Words that name employees by id or name: rows of those alone.
    mentions: NotRequired[str]
    # Rows of these positions alone.
    positions: NotRequired[list[str]]
    # Rows of these cost pools alone.
    pools: NotRequired[list[str]]
    # Rows whose cell of this field is empty or malformed alone.
    missing: NotRequired[Literal["id", "name", "position", "pool", "salary", "benefits", "share", "period"]]
    # What is counted: `salary` when absent.
    measure: NotRequired[Literal["salary", "benefits", "total", "federal", "share"]]
    # Rows where it is more than so much alone.
    above: NotRequired[float]
    # Rows where it is less than so much alone.
    below: NotRequired[float]
    # Which rows are shown first; as in the sheet when absent.
    order: NotRequired[Literal["sheet", "highest", "lowest"]]
    # Groups that are measured too.
    by: NotRequired[Literal["position", "pool", "sheet"]]
    # Rows that are shown; 5 when absent.
    limit: NotRequired[int]
    # The report that it is about.
    reportId: str


class ToolSdacQueryRowsGivesData(TypedDict):
    pass


class ToolSdacQueryRowsGives(TypedDict):
    data: "ToolSdacQueryRowsGivesData"


class ToolSdacRecomputeTotalsJson(TypedDict):
    # `pool` when absent.
    by: NotRequired[Literal["pool", "position", "sheet"]]
    # The report that it is about.
    reportId: str


class ToolSdacRecomputeTotalsGivesData(TypedDict):
    pass


class ToolSdacRecomputeTotalsGives(TypedDict):
    data: "ToolSdacRecomputeTotalsGivesData"


class ToolSdacReportSummaryJson(TypedDict):
    # The report that it is about.
    reportId: str


class ToolSdacReportSummaryGivesData(TypedDict):
    pass


class ToolSdacReportSummaryGives(TypedDict):
    data: "ToolSdacReportSummaryGivesData"


class ToolSdacValidateCostReportJson(TypedDict):
    # The report that it is about.
    reportId: str


class ToolSdacValidateCostReportGivesData(TypedDict):
    pass


class ToolSdacValidateCostReportGives(TypedDict):
    data: "ToolSdacValidateCostReportGivesData"


AcceptAnnexEditBody: TypeAlias = "AcceptAnnexEditJson"
AcceptAnnexEditReply: TypeAlias = "AcceptAnnexEditGives"
AllowStorageEventsReply: TypeAlias = None
ApproveAgentCallReply: TypeAlias = "AgentRun"
ApproveTapTaggingSuggestionsRunBody: TypeAlias = Union["ApproveTapTaggingSuggestionsRunJson1", None]
ApproveTapTaggingSuggestionsRunReply: TypeAlias = "WorkflowRun"
AskAboutCostReportBody: TypeAlias = "CostReportQuestionInput"
AskAboutCostReportReply: TypeAlias = None
AskAboutCostReportMetadataData: TypeAlias = "AskAboutCostReportMetadata"
AskAboutCostReportToolStartData: TypeAlias = "AskAboutCostReportToolStart"
AskAboutCostReportToolResultData: TypeAlias = "AskAboutCostReportToolResult"
AskAboutCostReportDeltaData: TypeAlias = "AskAboutCostReportDelta"
AskAboutCostReportUsageData: TypeAlias = "AskAboutCostReportUsage"
AskAboutCostReportErrorData: TypeAlias = "AskAboutCostReportError"
AskAboutCostReportDoneData: TypeAlias = "AskAboutCostReportDone"
AskAboutWidgetReportBody: TypeAlias = "CostReportQuestionInput"
AskAboutWidgetReportReply: TypeAlias = None
AskAboutWidgetReportMetadataData: TypeAlias = "AskAboutWidgetReportMetadata"
AskAboutWidgetReportToolStartData: TypeAlias = "AskAboutWidgetReportToolStart"
AskAboutWidgetReportToolResultData: TypeAlias = "AskAboutWidgetReportToolResult"
AskAboutWidgetReportDeltaData: TypeAlias = "AskAboutWidgetReportDelta"
AskAboutWidgetReportUsageData: TypeAlias = "AskAboutWidgetReportUsage"
AskAboutWidgetReportErrorData: TypeAlias = "AskAboutWidgetReportError"
AskAboutWidgetReportDoneData: TypeAlias = "AskAboutWidgetReportDone"
AskAgentBody: TypeAlias = "AgentInputInput"
AskAgentReply: TypeAlias = Union["AgentAnswer", "AgentWaiting"]
AskDocumentationBody: TypeAlias = "DocsQuestionInput"
AskDocumentationReply: TypeAlias = "DocsAnswer"
CanMintWidgetTokenReply: TypeAlias = "CanMintWidgetTokenGives"
CancelAgentRunReply: TypeAlias = "AgentRun"
CancelAnyRunReply: TypeAlias = "Run"
CancelReasoningReply: TypeAlias = "ReasoningRunCancelled"
CancelRebuildReply: TypeAlias = "Rebuild"
CancelReplayReply: TypeAlias = "Replay"
CancelTapTaggingSuggestionsRunReply: TypeAlias = "WorkflowRun"
CancelUploadReply: TypeAlias = "UploadStatusEntity"
ChangeIndexFromJsonBody: TypeAlias = "IndexSpecInput"
ChangeIndexFromJsonReply: TypeAlias = "IndexChange"
ChangeIndexFromYamlReply: TypeAlias = "IndexChange"
ChangeWebhookBody: TypeAlias = "WebhookChangeInput"
ChangeWebhookReply: TypeAlias = "Webhook"
ClearIndexReply: TypeAlias = "IndexCleared"
CorrectCostReportLayoutBody: TypeAlias = "CostReportCorrectionInput"
CorrectCostReportLayoutReply: TypeAlias = "CostReportJob"
CorrectWidgetReportLayoutBody: TypeAlias = "CostReportCorrectionInput"
CorrectWidgetReportLayoutReply: TypeAlias = "CostReportJob"
CreateAllIndexesReply: TypeAlias = "IndexesCreated"
CreateChatCompletionBody: TypeAlias = "ChatCompletionRequestInput"
CreateChatCompletionReply: TypeAlias = "ChatCompletion"
CreateChatCompletionMessageData: TypeAlias = Union["CreateChatCompletionMessage1", "CreateChatCompletionMessage2"]
CreateIndexOfAliasReply: TypeAlias = "IndexChange"
CreateRunTapTaggingSuggestionsBody: TypeAlias = "TaggingRequestInput"
CreateRunTapTaggingSuggestionsReply: TypeAlias = "WorkflowRunCreated"
CreateWebhookBody: TypeAlias = "WebhookCreateInput"
CreateWebhookReply: TypeAlias = "WebhookCreated"
CutOverRebuildBody: TypeAlias = "RebuildAnywayInput"
CutOverRebuildReply: TypeAlias = "Rebuild"
DecideAnyRunBody: TypeAlias = "DecideAnyRunJson"
DecideAnyRunReply: TypeAlias = "Run"
DeleteConversationReply: TypeAlias = "ConversationsDeleted"
DeleteConversationsReply: TypeAlias = "ConversationsDeleted"
DeleteCostReportReply: TypeAlias = None
DeleteIndexReply: TypeAlias = "IndexDeleted"
DeleteUploadReply: TypeAlias = "UploadDeleted"
DeleteWebhookReply: TypeAlias = None
DeleteWidgetReportReply: TypeAlias = None
DiscardDeadLettersBody: TypeAlias = "DiscardDeadLettersJson"
DiscardDeadLettersReply: TypeAlias = "Discarded"
DiscardRebuildReply: TypeAlias = "Rebuild"
DownloadUploadReply: TypeAlias = bytes
EmbedAgainBody: TypeAlias = "EmbedAgainJson"
EmbedAgainReply: TypeAlias = "EmbeddedAgain"
ExecuteToolBody: TypeAlias = "ToolExecutionInput"
ExecuteToolReply: TypeAlias = Any
FlexibleChatBody: TypeAlias = "ChatInput"
FlexibleChatReply: TypeAlias = "ChatResponse"
FlexibleChatMessageData: TypeAlias = "FlexibleChatMessage"
FlexibleChatDoneData: TypeAlias = "ChatResponse"
FlexibleChatErrorData: TypeAlias = "FlexibleChatError"
FlexibleChatUnderscoredBody: TypeAlias = "ChatInput"
FlexibleChatUnderscoredReply: TypeAlias = "ChatResponse"
FlexibleChatUnderscoredMessageData: TypeAlias = "FlexibleChatUnderscoredMessage"
FlexibleChatUnderscoredDoneData: TypeAlias = "ChatResponse"
FlexibleChatUnderscoredErrorData: TypeAlias = "FlexibleChatUnderscoredError"
FlexibleChatWithImagesBody: TypeAlias = "ChatInput"
FlexibleChatWithImagesReply: TypeAlias = "ChatResponse"
FlexibleRagBody: TypeAlias = "ChatInput"
FlexibleRagReply: TypeAlias = "ChatResponse"
FlexibleRagMessageData: TypeAlias = "FlexibleRagMessage"
FlexibleRagDoneData: TypeAlias = "ChatResponse"
FlexibleRagErrorData: TypeAlias = "FlexibleRagError"
FlexibleRagQueryBody: TypeAlias = "ChatInput"
FlexibleRagQueryReply: TypeAlias = "ChatResponse"
FlexibleRagQueryMessageData: TypeAlias = "FlexibleRagQueryMessage"
FlexibleRagQueryDoneData: TypeAlias = "ChatResponse"
FlexibleRagQueryErrorData: TypeAlias = "FlexibleRagQueryError"
FlexibleRagUnderscoredBody: TypeAlias = "ChatInput"
FlexibleRagUnderscoredReply: TypeAlias = "ChatResponse"
FlexibleRagUnderscoredMessageData: TypeAlias = "FlexibleRagUnderscoredMessage"
FlexibleRagUnderscoredDoneData: TypeAlias = "ChatResponse"
FlexibleRagUnderscoredErrorData: TypeAlias = "FlexibleRagUnderscoredError"
FlexibleRagWithImagesBody: TypeAlias = "ChatInput"
FlexibleRagWithImagesReply: TypeAlias = "ChatResponse"
FollowAgentRunReply: TypeAlias = None
FollowAgentRunRunData: TypeAlias = "AgentRun"
FollowAnyRunReply: TypeAlias = None
FollowAnyRunRunData: TypeAlias = "Run"
FollowReasoningReply: TypeAlias = None
FollowReasoningStepData: TypeAlias = "FollowReasoningStep"
FollowReasoningDoneData: TypeAlias = "FollowReasoningDone"
FollowTapTaggingSuggestionsRunReply: TypeAlias = None
FollowTapTaggingSuggestionsRunRunData: TypeAlias = "WorkflowRun"
FollowUploadReply: TypeAlias = None
FollowUploadStatusData: TypeAlias = "UploadStatusEntity"
GetAdminRoutesReply: TypeAlias = "RouteManifest"
GetAgentCaseReply: TypeAlias = "AgentCase"
GetAgentControlReply: TypeAlias = "AgentControl"
GetAgentRunReply: TypeAlias = "AgentRun"
GetAnnexReply: TypeAlias = "GetAnnexGives"
GetAnnexEditReply: TypeAlias = "GetAnnexEditGives"
GetAnnotatedWorkbookReply: TypeAlias = bytes
GetAnyRunReply: TypeAlias = "RunDetail"
GetAnyRunTimelineReply: TypeAlias = "RunTimeline"
GetApiHealthCheckReply: TypeAlias = "DeepHealth"
GetApiHealthLiveReply: TypeAlias = "Alive"
GetApiHealthReadyReply: TypeAlias = "Alive"
GetConversationReply: TypeAlias = "ConversationWithExchanges"
GetConversationContextReply: TypeAlias = "ConversationContext"
GetCostDashboardReply: TypeAlias = "CostDashboard"
GetCostFindingsReply: TypeAlias = "CostFindingsByRule"
GetCostPoolsReply: TypeAlias = "CostPools"
GetCostQuartersReply: TypeAlias = "CostQuarters"
GetCostReportReply: TypeAlias = "CostReport"
GetCostReportAnalysisReply: TypeAlias = "CostReportAnalysis"
GetCostReportAnalysisStatusReply: TypeAlias = "CostReportAnalysisStatus"
GetCostReportCellsReply: TypeAlias = "CostSheetCells"
GetCostReportLayoutReply: TypeAlias = "CostReportLayout"
GetCostReportSessionReply: TypeAlias = "CostReportSession"
GetCostReportSummaryReply: TypeAlias = "CostReportSummary"
GetCostReportUploadReply: TypeAlias = "CostReportJob"
GetDeadLetterReply: TypeAlias = "DeadLetterDetail"
GetDetailedHealthReply: TypeAlias = "DetailedHealth"
GetExampleDocumentReply: TypeAlias = bytes
GetFeedbackReply: TypeAlias = list["Feedback"]
GetFeedbackByIdReply: TypeAlias = "Feedback"
GetFeedbackCasesJsonlReply: TypeAlias = bytes
GetFeedbackExportCsvReply: TypeAlias = str
GetFeedbackRecentReply: TypeAlias = list["Feedback"]
GetFeedbackSummaryReply: TypeAlias = "FeedbackSummary"
GetFeedbackUiReply: TypeAlias = str
GetHealthReply: TypeAlias = Union["Alive", str]
GetHealthCheckReply: TypeAlias = Union["DeepHealth", str]
GetHealthLiveReply: TypeAlias = "Alive"
GetHealthReadyReply: TypeAlias = "Alive"
GetHealthServiceHealthReply: TypeAlias = "HealthSummary"
GetIngestionReply: TypeAlias = "Ingestor"
GetIngestionJobReply: TypeAlias = "CostReportJob"
GetIngestorReply: TypeAlias = "Ingestor"
GetK12RoutesReply: TypeAlias = "RouteManifest"
GetKnowledgeReply: TypeAlias = str
GetKnowledgeStatsReply: TypeAlias = "KnowledgeStats"
GetKnowledgeStatsCsvReply: TypeAlias = str
GetMetricsReply: TypeAlias = str
GetOpenApiDocumentReply: TypeAlias = "GetOpenApiDocumentGives"
GetPlanReply: TypeAlias = "Plan"
GetPlatformHealthReply: TypeAlias = "PlatformHealth"
GetPromptsReply: TypeAlias = Union["PromptBundle", str]
GetPromptsVersionsReply: TypeAlias = "GetPromptsVersionsGives"
GetReasoningRequestReply: TypeAlias = "ReasoningRequest"
GetReasoningRunReply: TypeAlias = "ReasoningRun"
GetRebuildReply: TypeAlias = "Rebuild"
GetReferenceDataReply: TypeAlias = "ReferenceDataState"
GetReplayReply: TypeAlias = "Replay"
GetRunArtifactReply: TypeAlias = Any
GetRunCallReply: TypeAlias = "RunCallTexts"
GetSdacRoutesReply: TypeAlias = "RouteManifest"
GetSearchAdminReply: TypeAlias = str
GetSearchIndexesByAliasOrNameReply: TypeAlias = "GetSearchIndexesByAliasOrNameGives"
GetSettingsReply: TypeAlias = "Settings"
GetSettingsBlobStatusReply: TypeAlias = "BlobStatus"
GetSettingsHistoryReply: TypeAlias = "GetSettingsHistoryGives"
GetSettingsUiReply: TypeAlias = str
GetSetupReply: TypeAlias = "SetupState"
GetSetupCapabilitiesReply: TypeAlias = "SetupCapabilities"
GetSharedConversationReply: TypeAlias = "SharedConversation"
GetTapRoutesReply: TypeAlias = "RouteManifest"
GetTapTaggingSuggestionsRunReply: TypeAlias = "TapTaggingSuggestionsRun"
GetUnifiedTestReply: TypeAlias = Union["Bootstrap", str]
GetUploadReply: TypeAlias = str
GetUploadConfigReply: TypeAlias = "UploadConfig"
GetUploadHealthReply: TypeAlias = "UploadHealth"
GetUploadPagePictureReply: TypeAlias = bytes
GetUploadStatusReply: TypeAlias = "UploadStatusEntity"
GetUploadTextReply: TypeAlias = "DocumentText"
GetUploadTimelineReply: TypeAlias = "UploadTimeline"
GetUploadWorkerHealthReply: TypeAlias = "WorkerHealth"
GetWidgetAnalysisReply: TypeAlias = "CostReportAnalysis"
GetWidgetReportReply: TypeAlias = "GetWidgetReportGives"
GetWidgetReportCellsReply: TypeAlias = "CostSheetCells"
GetWidgetReportLayoutReply: TypeAlias = "CostReportLayout"
GetWidgetReportWorkbookReply: TypeAlias = bytes
GetWidgetUploadReply: TypeAlias = "CostReportJob"
GroupDeadLettersReply: TypeAlias = "GroupDeadLettersGives"
KeepExchangeBody: TypeAlias = "ExchangeInput"
KeepExchangeReply: TypeAlias = "Conversation"
ListAgentRunsReply: TypeAlias = "ListAgentRunsGives"
ListAgentsReply: TypeAlias = "ListAgentsGives"
ListAllRunsReply: TypeAlias = "ListAllRunsGives"
ListAnnexProfilesReply: TypeAlias = "ListAnnexProfilesGives"
ListAuditRecordsReply: TypeAlias = "ListAuditRecordsGives"
ListChunksOfFileReply: TypeAlias = "KnowledgeChunkPage"
ListConsumerGroupsReply: TypeAlias = "ListConsumerGroupsGives"
ListConversationsReply: TypeAlias = "Conversations"
ListCostReportFeedbackReply: TypeAlias = "ListCostReportFeedbackGives"
ListCostReportFindingsReply: TypeAlias = "ListCostReportFindingsGives"
ListCostReportsReply: TypeAlias = "ListCostReportsGives"
ListCostsReply: TypeAlias = "ListCostsGives"
ListDeadLettersReply: TypeAlias = "ListDeadLettersGives"
ListExampleDocumentsReply: TypeAlias = "ExampleDocuments"
ListIndexesReply: TypeAlias = "LiveIndexes"
ListIngestorsReply: TypeAlias = "ListIngestorsGives"
ListKnowledgeFilesReply: TypeAlias = "KnowledgeFilePage"
ListMcpServersReply: TypeAlias = "ListMcpServersGives"
ListModelConnectionsReply: TypeAlias = "ModelConnections"
ListModelsReply: TypeAlias = list["Model"]
ListModelsForOpenAiClientsReply: TypeAlias = "ListModelsForOpenAiClientsGives"
ListPlansReply: TypeAlias = "ListPlansGives"
ListReasoningRunsReply: TypeAlias = "ListReasoningRunsGives"
ListRebuildsReply: TypeAlias = "ListRebuildsGives"
ListReplaysReply: TypeAlias = "ListReplaysGives"
ListRunCallsReply: TypeAlias = "ListRunCallsGives"
ListRunItemsReply: TypeAlias = "ListRunItemsGives"
ListRunningAgentsReply: TypeAlias = "RunningAgents"
ListSdacAgentsReply: TypeAlias = "ListSdacAgentsGives"
ListSdacToolsReply: TypeAlias = "ListSdacToolsGives"
ListSdacWorkflowsReply: TypeAlias = "ListSdacWorkflowsGives"
ListSeededAgentsReply: TypeAlias = "SeededAgents"
ListTapTaggingSuggestionsRunsReply: TypeAlias = "ListTapTaggingSuggestionsRunsGives"
ListToolsReply: TypeAlias = "ListToolsGives"
ListTopicsReply: TypeAlias = "ListTopicsGives"
ListUploadActivityReply: TypeAlias = list["EventFeedActivityRecord"]
ListUploadMappingsReply: TypeAlias = list["UploadMapping"]
ListUploadPageWordsReply: TypeAlias = "PageWords"
ListUploadsReply: TypeAlias = Union[list["UploadStatusEntity"], "UploadPage"]
ListUploadsForRagReply: TypeAlias = Union[list["UploadStatusEntity"], "UploadPage"]
ListWebhookDeliveriesReply: TypeAlias = "ListWebhookDeliveriesGives"
ListWebhooksReply: TypeAlias = "ListWebhooksGives"
ListWorkflowsReply: TypeAlias = "ListWorkflowsGives"
MintWidgetTokenReply: TypeAlias = "MintWidgetTokenGives"
MoveConsumerGroupBody: TypeAlias = "MoveConsumerGroupJson"
MoveConsumerGroupReply: TypeAlias = "OffsetsMoved"
PauseRebuildReply: TypeAlias = "Rebuild"
PauseReplayReply: TypeAlias = "Replay"
PostFeedbackBody: TypeAlias = "PostFeedbackJson"
PostFeedbackReply: TypeAlias = "FeedbackGiven"
PostPromptsBody: TypeAlias = "PostPromptsJson"
PostPromptsReply: TypeAlias = "PromptSaved"
PostPromptsPreviewBody: TypeAlias = "PostPromptsPreviewJson"
PostPromptsPreviewReply: TypeAlias = "PostPromptsPreviewGives"
PostPromptsRevertBody: TypeAlias = "PostPromptsRevertJson"
PostPromptsRevertReply: TypeAlias = "PostPromptsRevertGives"
PostSettingsBody: TypeAlias = "PostSettingsJson"
PostSettingsReply: TypeAlias = "SettingsChanged"
PutModelConnectionBody: TypeAlias = "ModelConnectionWantedInput"
PutModelConnectionReply: TypeAlias = "ModelConnections"
PutPlanBody: TypeAlias = "PlanDraftInput"
PutPlanReply: TypeAlias = "Plan"
PutSamplePlanReply: TypeAlias = "SamplePlan"
QueryKnowledgeBody: TypeAlias = "KnowledgeQueryInput"
QueryKnowledgeReply: TypeAlias = "KnowledgeQueryReply"
RateCostReportFindingBody: TypeAlias = "CostReportFeedbackBodyInput"
RateCostReportFindingReply: TypeAlias = "CostReportFeedback"
ReasonBody: TypeAlias = "ReasoningRequestInput"
ReasonReply: TypeAlias = "ReasoningOutput"
RebuildViewsBody: TypeAlias = "ViewsRebuildInput"
RebuildViewsReply: TypeAlias = "ViewsRebuilt"
ReceiveStorageEventsBody: TypeAlias = Union[list[Union["ReceiveStorageEventsJson1Item1", "ReceiveStorageEventsJson1Item2"]], "ReceiveStorageEventsJson2"]
ReceiveStorageEventsReply: TypeAlias = Union["ReceiveStorageEventsGives1", "ReceiveStorageEventsGives2"]
RecoverWebhookBody: TypeAlias = "WebhookRecoverInput"
RecoverWebhookReply: TypeAlias = "WebhookRecovered"
RedeliverWebhookReply: TypeAlias = "WebhookQueued"
RedriveDeadLettersBody: TypeAlias = "RedriveDeadLettersJson"
RedriveDeadLettersReply: TypeAlias = "Redriven"
RejectAgentCallReply: TypeAlias = "AgentRun"
RejectTapTaggingSuggestionsRunBody: TypeAlias = Union["RejectTapTaggingSuggestionsRunJson1", None]
RejectTapTaggingSuggestionsRunReply: TypeAlias = "WorkflowRun"
RemoveExchangeReply: TypeAlias = "Conversation"
RemoveModelConnectionReply: TypeAlias = "ModelConnections"
RenameConversationBody: TypeAlias = "RenameConversationJson"
RenameConversationReply: TypeAlias = "Conversation"
RerunAgentBody: TypeAlias = "AgentRerunInput"
RerunAgentReply: TypeAlias = "AgentRun"
ResumeRebuildReply: TypeAlias = "Rebuild"
ResumeReplayReply: TypeAlias = "Replay"
RetryAnyRunBody: TypeAlias = "RetryAnyRunJson"
RetryAnyRunReply: TypeAlias = "Run"
RetryTapTaggingSuggestionsRunBody: TypeAlias = Union["RetryTapTaggingSuggestionsRunJson1", None]
RetryTapTaggingSuggestionsRunReply: TypeAlias = "WorkflowRun"
RetryUploadReply: TypeAlias = "UploadStatusEntity"
RetryUploadsBody: TypeAlias = "RetryUploadsJson"
RetryUploadsReply: TypeAlias = "UploadsRetried"
RollBackRebuildBody: TypeAlias = "RebuildAnywayInput"
RollBackRebuildReply: TypeAlias = "Rebuild"
RotateWebhookSecretReply: TypeAlias = "WebhookRotated"
SearchDocumentationReply: TypeAlias = "DocumentationFound"
SearchFilesByNameReply: TypeAlias = list["FoundFile"]
SeedAgentsReply: TypeAlias = "SeedReply"
SeedSetupReply: TypeAlias = "SeedReply"
SetHttpTriggerBody: TypeAlias = "SetHttpTriggerJson"
SetHttpTriggerReply: TypeAlias = "SetHttpTriggerGives"
ShareConversationReply: TypeAlias = "ConversationLink"
SnapshotPlanReply: TypeAlias = "PlanSummary"
StartCostReportSessionBody: TypeAlias = "CostReportSessionRequestInput"
StartCostReportSessionReply: TypeAlias = "CostReportSession"
StartReasoningBody: TypeAlias = "ReasoningRequestInput"
StartReasoningReply: TypeAlias = "ReasoningStarted"
StartRebuildBody: TypeAlias = "RebuildRequestInput"
StartRebuildReply: TypeAlias = "RebuildStarted"
StartReplayBody: TypeAlias = "StartReplayJson"
StartReplayReply: TypeAlias = Union["ReplayDryRun", "ReplayStarted"]
StartTapTaggingSuggestionsBody: TypeAlias = "TaggingRequestInput"
StartTapTaggingSuggestionsReply: TypeAlias = "WorkflowStarted"
StartWidgetSessionBody: TypeAlias = "WidgetSessionRequestInput"
StartWidgetSessionReply: TypeAlias = "CostReportSession"
StreamAgentBody: TypeAlias = "AgentInputInput"
StreamAgentReply: TypeAlias = None
StreamAgentDeltaData: TypeAlias = "StreamAgentDelta"
StreamAgentToolCallData: TypeAlias = "StreamAgentToolCall"
StreamAgentToolResultData: TypeAlias = "StreamAgentToolResult"
StreamAgentUsageData: TypeAlias = "StreamAgentUsage"
StreamAgentWaitingData: TypeAlias = "StreamAgentWaiting"
StreamAgentErrorData: TypeAlias = "StreamAgentError"
StreamAgentDoneData: TypeAlias = "StreamAgentDone"
SubmitIngestionReply: TypeAlias = "CostReportAccepted"
SyncReferenceDataBody: TypeAlias = "ReferenceDataInput"
SyncReferenceDataReply: TypeAlias = "ReferenceDataState"
TestModelServerBody: TypeAlias = "ModelServerProbeInput"
TestModelServerReply: TypeAlias = "ModelServerProbed"
TestUploadStorageReply: TypeAlias = "StorageTest"
TestWebhookReply: TypeAlias = "WebhookQueued"
ThrottleRebuildBody: TypeAlias = "RebuildRateInput"
ThrottleRebuildReply: TypeAlias = "Rebuild"
ToolAdminAnswerWithCitationsBody: TypeAlias = "ToolAdminAnswerWithCitationsJson"
ToolAdminAnswerWithCitationsReply: TypeAlias = "ToolAdminAnswerWithCitationsGives"
ToolAdminConsumerLagBody: TypeAlias = "ToolAdminConsumerLagJson"
ToolAdminConsumerLagReply: TypeAlias = "ToolAdminConsumerLagGives"
ToolAdminDeadLettersBody: TypeAlias = "ToolAdminDeadLettersJson"
ToolAdminDeadLettersReply: TypeAlias = "ToolAdminDeadLettersGives"
ToolAdminDocsSearchBody: TypeAlias = "ToolAdminDocsSearchJson"
ToolAdminDocsSearchReply: TypeAlias = "ToolAdminDocsSearchGives"
ToolAdminDocumentOutlineBody: TypeAlias = "ToolAdminDocumentOutlineJson"
ToolAdminDocumentOutlineReply: TypeAlias = "ToolAdminDocumentOutlineGives"
ToolAdminIndexStatisticsBody: TypeAlias = "ToolAdminIndexStatisticsJson"
ToolAdminIndexStatisticsReply: TypeAlias = "ToolAdminIndexStatisticsGives"
ToolAdminKnowledgeSearchBody: TypeAlias = "ToolAdminKnowledgeSearchJson"
ToolAdminKnowledgeSearchReply: TypeAlias = "ToolAdminKnowledgeSearchGives"
ToolAdminReadChunksBody: TypeAlias = "ToolAdminReadChunksJson"
ToolAdminReadChunksReply: TypeAlias = "ToolAdminReadChunksGives"
ToolK12AnnexEditingCancelBody: TypeAlias = "ToolK12AnnexEditingCancelJson"
ToolK12AnnexEditingCancelReply: TypeAlias = "ToolK12AnnexEditingCancelGives"
ToolK12AnnexEditingKickoffBody: TypeAlias = "ToolK12AnnexEditingKickoffJson"
ToolK12AnnexEditingKickoffReply: TypeAlias = "ToolK12AnnexEditingKickoffGives"
ToolK12AnnexEditingResultBody: TypeAlias = "ToolK12AnnexEditingResultJson"
ToolK12AnnexEditingResultReply: TypeAlias = "ToolK12AnnexEditingResultGives"
ToolK12AnnexEditingStatusBody: TypeAlias = "ToolK12AnnexEditingStatusJson"
ToolK12AnnexEditingStatusReply: TypeAlias = "ToolK12AnnexEditingStatusGives"
ToolK12DistrictPlanningKickoffBody: TypeAlias = "ToolK12DistrictPlanningKickoffJson"
ToolK12DistrictPlanningKickoffReply: TypeAlias = "ToolK12DistrictPlanningKickoffGives"
ToolK12FacilityPlanningKickoffBody: TypeAlias = "ToolK12FacilityPlanningKickoffJson"
ToolK12FacilityPlanningKickoffReply: TypeAlias = "ToolK12FacilityPlanningKickoffGives"
ToolK12FunctionalAnnexKickoffBody: TypeAlias = "ToolK12FunctionalAnnexKickoffJson"
ToolK12FunctionalAnnexKickoffReply: TypeAlias = "ToolK12FunctionalAnnexKickoffGives"
ToolK12FunctionalAnnexSuggestRolesKickoffBody: TypeAlias = "ToolK12FunctionalAnnexSuggestRolesKickoffJson"
ToolK12FunctionalAnnexSuggestRolesKickoffReply: TypeAlias = "ToolK12FunctionalAnnexSuggestRolesKickoffGives"
ToolK12HazardAnnexKickoffBody: TypeAlias = "ToolK12HazardAnnexKickoffJson"
ToolK12HazardAnnexKickoffReply: TypeAlias = "ToolK12HazardAnnexKickoffGives"
ToolK12HazardAnnexSuggestRolesKickoffBody: TypeAlias = "ToolK12HazardAnnexSuggestRolesKickoffJson"
ToolK12HazardAnnexSuggestRolesKickoffReply: TypeAlias = "ToolK12HazardAnnexSuggestRolesKickoffGives"
ToolK12PlanLookupBody: TypeAlias = "ToolK12PlanLookupJson"
ToolK12PlanLookupReply: TypeAlias = "ToolK12PlanLookupGives"
ToolK12QrgGenerationCancelBody: TypeAlias = "ToolK12QrgGenerationCancelJson"
ToolK12QrgGenerationCancelReply: TypeAlias = "ToolK12QrgGenerationCancelGives"
ToolK12QrgGenerationKickoffBody: TypeAlias = "ToolK12QrgGenerationKickoffJson"
ToolK12QrgGenerationKickoffReply: TypeAlias = "ToolK12QrgGenerationKickoffGives"
ToolK12QrgGenerationResultBody: TypeAlias = "ToolK12QrgGenerationResultJson"
ToolK12QrgGenerationResultReply: TypeAlias = "ToolK12QrgGenerationResultGives"
ToolK12QrgGenerationStatusBody: TypeAlias = "ToolK12QrgGenerationStatusJson"
ToolK12QrgGenerationStatusReply: TypeAlias = "ToolK12QrgGenerationStatusGives"
ToolSdacCompareQuartersBody: TypeAlias = "ToolSdacCompareQuartersJson"
ToolSdacCompareQuartersReply: TypeAlias = "ToolSdacCompareQuartersGives"
ToolSdacCostVarianceBody: TypeAlias = "ToolSdacCostVarianceJson"
ToolSdacCostVarianceReply: TypeAlias = "ToolSdacCostVarianceGives"
ToolSdacExplainFindingBody: TypeAlias = "ToolSdacExplainFindingJson"
ToolSdacExplainFindingReply: TypeAlias = "ToolSdacExplainFindingGives"
ToolSdacListFindingsBody: TypeAlias = "ToolSdacListFindingsJson"
ToolSdacListFindingsReply: TypeAlias = "ToolSdacListFindingsGives"
ToolSdacListQuartersBody: TypeAlias = "ToolSdacListQuartersJson"
ToolSdacListQuartersReply: TypeAlias = "ToolSdacListQuartersGives"
ToolSdacListReportsBody: TypeAlias = "ToolSdacListReportsJson"
ToolSdacListReportsReply: TypeAlias = "ToolSdacListReportsGives"
ToolSdacQueryRowsBody: TypeAlias = "ToolSdacQueryRowsJson"
ToolSdacQueryRowsReply: TypeAlias = "ToolSdacQueryRowsGives"
ToolSdacRecomputeTotalsBody: TypeAlias = "ToolSdacRecomputeTotalsJson"
ToolSdacRecomputeTotalsReply: TypeAlias = "ToolSdacRecomputeTotalsGives"
ToolSdacReportSummaryBody: TypeAlias = "ToolSdacReportSummaryJson"
ToolSdacReportSummaryReply: TypeAlias = "ToolSdacReportSummaryGives"
ToolSdacValidateCostReportBody: TypeAlias = "ToolSdacValidateCostReportJson"
ToolSdacValidateCostReportReply: TypeAlias = "ToolSdacValidateCostReportGives"
UnshareConversationReply: TypeAlias = "Conversation"
UploadCostReportReply: TypeAlias = "CostReportAccepted"
UploadDocumentReply: TypeAlias = "UploadResponse"
UploadDocumentForRagReply: TypeAlias = "UploadResponse"
UploadFromUrlBody: TypeAlias = "UploadFromUrlInput"
UploadFromUrlReply: TypeAlias = "UploadResponse"
UploadWidgetReportReply: TypeAlias = "CostReportAccepted"
ValidateCostReportBody: TypeAlias = "CostReportValidationInput"
ValidateCostReportReply: TypeAlias = "CostReportJob"
WidgetFrameReply: TypeAlias = str
WidgetScriptReply: TypeAlias = str
