// Written by `npm run client` from the OpenAPI document; do not change it by hand.

/**
 * How sure one is.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RebuildAnywayInput".
 */
export type RebuildAnywayInput = {
  /**
   * Also where the build lacks documents that the live one shows.
   */
  anyway?: boolean
} | null
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WidgetSessionRequestInput".
 */
export type WidgetSessionRequestInput = CostReportSessionRequestInput & {
  metadata?: {
    /**
     * The value of `data-sdac`, word for word.
     */
    text: string
    /**
     * `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<text>`.
     */
    signature: string
  }
}

/**
 * What each operation takes and gives.
 */
export interface Operations {
  /**
   * Apply an edit, or some of its changes, to the plan
   */
  acceptAnnexEdit: {
    path: {
      id: string
      annex_id: string
    }
    /**
     * Which edit, and which of its changes.
     */
    body: {
      requestId: string
      /**
       * The HTML of the annex as it was when it was edited.
       */
      base: string
      /**
       * Ids of the changes that are accepted; all when left out.
       *
       * @maxItems 100000
       */
      changes?: string[]
    }
    /**
     * The annex as it is now, and what became of each change.
     */
    reply: {
      planId: string
      annexId: string
      html: string
      accepted: string[]
      rejected: string[]
    }
  }
  /**
   * Answer the handshake of a CloudEvents webhook
   */
  allowStorageEvents: {
    reply: undefined
  }
  /**
   * Approve the tool call that a turn waits for
   */
  approveAgentCall: {
    path: {
      domain: string
      slug: string
      runId: string
    }
    reply: AgentRun
  }
  /**
   * Approve the step that a run waits for: Tagging suggestions
   */
  approveTapTaggingSuggestionsRun: {
    path: {
      runId: string
    }
    body: {
      /**
       * Of the question; the only one when absent.
       */
      key?: string
    } | null
    reply: WorkflowRun
  }
  /**
   * Ask about a cost report
   */
  askAboutCostReport: {
    body: CostReportQuestionInput
    reply: undefined
    events: {
      /**
       * The first event: which conversation this is.
       */
      metadata: {
        conversationId: string
        /**
         * Of the question in its conversation, from 1.
         */
        turnNumber: number
        isNewConversation: boolean
        /**
         * The one that was named had ended; this one has a new id.
         */
        conversationExpired: boolean
      }
      /**
       * Something is looked up.
       */
      'tool-start': {
        toolCallId: string
        toolName: string
        displayName: string
      }
      /**
       * It was looked up, or could not be.
       */
      'tool-result': {
        toolCallId: string
        toolName: string
        success: boolean
        summary: string
      }
      /**
       * A piece of the answer: whole sentences, whose figures stand in what was looked up.
       */
      delta: {
        content: string
      }
      /**
       * What the answer took.
       */
      usage: {
        promptTokens: number
        completionTokens: number
      }
      /**
       * Why there is no answer; `done` with `success: false` follows.
       */
      error: {
        message: string
      }
      /**
       * The last event.
       */
      done: {
        success: boolean
      }
    }
  }
  /**
   * Ask about a cost report
   */
  askAboutWidgetReport: {
    body: CostReportQuestionInput
    reply: undefined
    events: {
      /**
       * The first event: which conversation this is.
       */
      metadata: {
        conversationId: string
        /**
         * Of the question in its conversation, from 1.
         */
        turnNumber: number
        isNewConversation: boolean
        /**
         * The one that was named had ended; this one has a new id.
         */
        conversationExpired: boolean
      }
      /**
       * Something is looked up.
       */
      'tool-start': {
        toolCallId: string
        toolName: string
        displayName: string
      }
      /**
       * It was looked up, or could not be.
       */
      'tool-result': {
        toolCallId: string
        toolName: string
        success: boolean
        summary: string
      }
      /**
       * A piece of the answer: whole sentences, whose figures stand in what was looked up.
       */
      delta: {
        content: string
      }
      /**
       * What the answer took.
       */
      usage: {
        promptTokens: number
        completionTokens: number
      }
      /**
       * Why there is no answer; `done` with `success: false` follows.
       */
      error: {
        message: string
      }
      /**
       * The last event.
       */
      done: {
        success: boolean
      }
    }
  }
  /**
   * Ask an agent
   */
  askAgent: {
    path: {
      domain: string
      slug: string
    }
    body: AgentInputInput
    reply: AgentAnswer | AgentWaiting
  }
  /**
   * Ask the documentation assistant
   */
  askDocumentation: {
    body: DocsQuestionInput
    reply: DocsAnswer
  }
  /**
   * List the missing settings for test tokens
   */
  canMintWidgetToken: {
    reply: {
      /**
       * Variables that minting still needs.
       */
      missing: string[]
    }
  }
  /**
   * Cancel a turn
   */
  cancelAgentRun: {
    path: {
      domain: string
      slug: string
      runId: string
    }
    reply: AgentRun
  }
  /**
   * Cancel a run in progress
   */
  cancelAnyRun: {
    path: {
      run_id: string
    }
    reply: Run
  }
  /**
   * Cancel an analysis in progress
   */
  cancelReasoning: {
    path: {
      runId: string
    }
    reply: ReasoningRunCancelled
  }
  /**
   * Cancel a rebuild in progress
   */
  cancelRebuild: {
    path: {
      runId: string
    }
    reply: Rebuild
  }
  /**
   * Cancel a replay; copied records remain
   */
  cancelReplay: {
    path: {
      run_id: string
    }
    reply: Replay
  }
  /**
   * Cancel a run in progress: Tagging suggestions
   */
  cancelTapTaggingSuggestionsRun: {
    path: {
      runId: string
    }
    reply: WorkflowRun
  }
  /**
   * Cancel an upload in progress
   */
  cancelUpload: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
    }
    reply: UploadStatusEntity
  }
  /**
   * Create or update an index
   */
  changeIndexFromJson: {
    body: IndexSpecInput
    reply: IndexChange
  }
  /**
   * Create an index from a YAML file
   */
  changeIndexFromYaml: {
    /**
     * A form; see the schema of its parts.
     */
    body: FormData
    reply: IndexChange
  }
  /**
   * Change a webhook endpoint
   */
  changeWebhook: {
    path: {
      id: string
    }
    body: WebhookChangeInput
    reply: Webhook
  }
  /**
   * Delete all documents of an index
   */
  clearIndex: {
    path: {
      /**
       * Name or alias of an index.
       */
      alias_or_name: string
    }
    query?: {
      dry_run?: 'true' | 'false'
    }
    reply: IndexCleared
  }
  /**
   * Correct the layout of a report and check it again
   */
  correctCostReportLayout: {
    path: {
      report_id: string
    }
    body: CostReportCorrectionInput
    reply: CostReportJob
  }
  /**
   * Correct the layout of a report and check it again
   */
  correctWidgetReportLayout: {
    path: {
      report_id: string
    }
    body: CostReportCorrectionInput
    reply: CostReportJob
  }
  /**
   * Create every configured index that is missing
   */
  createAllIndexes: {
    reply: IndexesCreated
  }
  /**
   * Answer from the documents, for OpenAI clients
   */
  createChatCompletion: {
    body: ChatCompletionRequestInput
    reply: ChatCompletion
    events: {
      /**
       * A piece of the answer; `[DONE]` behind the last one.
       */
      message:
        | {
            id: string
            object: 'chat.completion.chunk'
            /**
             * Seconds since 1970.
             */
            created: number
            model: string
            /**
             * Empty in the piece that tells the use.
             */
            choices: {
              index: 0
              delta: {
                role?: 'assistant'
                content?: string
              }
              finish_reason: ('stop' | 'length') | null
            }[]
            usage?: {
              prompt_tokens: number
              completion_tokens: number
              total_tokens: number
            }
            /**
             * As in /api/v2/flexible-chat, in the piece that ends the answer.
             */
            citations?: Citation[]
          }
        | {
            error: {
              message: string
              type: 'upstream_failed'
            }
          }
    }
  }
  /**
   * Create the configured index of an alias
   */
  createIndexOfAlias: {
    path: {
      /**
       * Name or alias of an index.
       */
      alias: string
    }
    reply: IndexChange
  }
  /**
   * Start a run and return only its ID: Tagging suggestions
   */
  createRunTapTaggingSuggestions: {
    body: TaggingRequestInput
    reply: WorkflowRunCreated
  }
  /**
   * Create a webhook endpoint
   */
  createWebhook: {
    body: WebhookCreateInput
    reply: WebhookCreated
  }
  /**
   * Switch searches to the new build
   */
  cutOverRebuild: {
    path: {
      runId: string
    }
    body: RebuildAnywayInput
    reply: Rebuild
  }
  /**
   * Answer the question that a run waits for
   */
  decideAnyRun: {
    path: {
      run_id: string
    }
    body: {
      /**
       * Of the question.
       */
      key: string
      /**
       * The answer, in the form that the question asks for.
       */
      value: {
        [k: string]: unknown
      }
    }
    reply: Run
  }
  /**
   * Delete a conversation permanently
   */
  deleteConversation: {
    path: {
      conversation_id: string
    }
    reply: ConversationsDeleted
  }
  /**
   * Delete all your conversations permanently
   */
  deleteConversations: {
    reply: ConversationsDeleted
  }
  /**
   * Delete a report permanently
   */
  deleteCostReport: {
    path: {
      report_id: string
    }
    reply: undefined
  }
  /**
   * Delete an index with all its documents
   */
  deleteIndex: {
    path: {
      /**
       * Name or alias of an index.
       */
      alias_or_name: string
    }
    query?: {
      dry_run?: 'true' | 'false'
    }
    reply: IndexDeleted
  }
  /**
   * Delete an upload with its document and chunks
   */
  deleteUpload: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
    }
    reply: UploadDeleted
  }
  /**
   * Delete a webhook endpoint and its pending messages
   */
  deleteWebhook: {
    path: {
      id: string
    }
    reply: undefined
  }
  /**
   * Delete a report permanently
   */
  deleteWidgetReport: {
    path: {
      report_id: string
    }
    reply: undefined
  }
  /**
   * Discard dead letters; they remain readable
   */
  discardDeadLetters: {
    body: {
      /**
       * Of dead letters.
       *
       * @minItems 1
       * @maxItems 10000
       */
      ids?: [string, ...string[]]
      /**
       * The same as `code`.
       */
      error_code?: string
      /**
       * Of the record that failed.
       */
      topic?: string
      /**
       * Who gave it up.
       */
      consumer?: string
      /**
       * Of the error.
       */
      code?: string
      /**
       * Why it was given up.
       */
      kind?: 'terminal' | 'exhausted' | 'poison' | 'schema'
      /**
       * Of the record that failed.
       */
      key?: string
      /**
       * What became of it.
       */
      state?: 'open' | 'redriven' | 'resolved' | 'discarded'
      /**
       * Not older than this time: 2026-01-15T09:30:00Z.
       */
      since?: string
      /**
       * Older than this time.
       */
      until?: string
      /**
       * Tells how many there are, and changes nothing.
       */
      dry_run?: boolean
      /**
       * Why; kept with the dead letter and in the audit record.
       */
      reason?: string
    }
    reply: Discarded
  }
  /**
   * Delete the build that is not live
   */
  discardRebuild: {
    path: {
      runId: string
    }
    reply: Rebuild
  }
  /**
   * Download the uploaded file
   */
  downloadUpload: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
    }
    reply: Blob
  }
  /**
   * Re-embed all documents of an index after a change of the embedding model
   */
  embedAgain: {
    body: {
      /**
       * Alias or name.
       */
      index: string
    }
    reply: EmbeddedAgain
  }
  /**
   * Call a tool by its ID
   */
  executeTool: {
    path: {
      tool_id: string
    }
    body: ToolExecutionInput
    reply: {
      [k: string]: unknown
    }
  }
  /**
   * Answer the latest turn of a conversation from the documents
   */
  flexibleChat: {
    body: ChatInput
    reply: ChatResponse
    events: {
      /**
       * A piece of the answer.
       */
      message: {
        token: string
      }
      /**
       * The whole response; the last event.
       */
      done: ChatResponse
      /**
       * The answer broke off after its first token; the last event.
       */
      error: {
        message: string
      }
    }
  }
  /**
   * Answer the latest turn of a conversation from the documents (other spelling)
   */
  flexibleChatUnderscored: {
    body: ChatInput
    reply: ChatResponse
    events: {
      /**
       * A piece of the answer.
       */
      message: {
        token: string
      }
      /**
       * The whole response; the last event.
       */
      done: ChatResponse
      /**
       * The answer broke off after its first token; the last event.
       */
      error: {
        message: string
      }
    }
  }
  /**
   * Answer a conversation with images
   */
  flexibleChatWithImages: {
    body: ChatInput
    reply: ChatResponse
  }
  /**
   * Answer one question from the documents
   */
  flexibleRag: {
    body: ChatInput
    reply: ChatResponse
    events: {
      /**
       * A piece of the answer.
       */
      message: {
        token: string
      }
      /**
       * The whole response; the last event.
       */
      done: ChatResponse
      /**
       * The answer broke off after its first token; the last event.
       */
      error: {
        message: string
      }
    }
  }
  /**
   * Answer one question from the documents (other path)
   */
  flexibleRagQuery: {
    body: ChatInput
    reply: ChatResponse
    events: {
      /**
       * A piece of the answer.
       */
      message: {
        token: string
      }
      /**
       * The whole response; the last event.
       */
      done: ChatResponse
      /**
       * The answer broke off after its first token; the last event.
       */
      error: {
        message: string
      }
    }
  }
  /**
   * Answer one question from the documents (other spelling)
   */
  flexibleRagUnderscored: {
    body: ChatInput
    reply: ChatResponse
    events: {
      /**
       * A piece of the answer.
       */
      message: {
        token: string
      }
      /**
       * The whole response; the last event.
       */
      done: ChatResponse
      /**
       * The answer broke off after its first token; the last event.
       */
      error: {
        message: string
      }
    }
  }
  /**
   * Answer one question with images
   */
  flexibleRagWithImages: {
    body: ChatInput
    reply: ChatResponse
  }
  /**
   * Stream the changes of a turn
   */
  followAgentRun: {
    path: {
      domain: string
      slug: string
      runId: string
    }
    reply: undefined
    events: {
      /**
       * The run after one more change.
       */
      run: AgentRun
    }
  }
  /**
   * Stream the changes of a run
   */
  followAnyRun: {
    path: {
      run_id: string
    }
    reply: undefined
    events: {
      /**
       * The run after one more change.
       */
      run: Run
    }
  }
  /**
   * Stream the steps of an analysis
   */
  followReasoning: {
    path: {
      runId: string
    }
    reply: undefined
    events: {
      /**
       * A step has another state; the states so far come first.
       */
      step: {
        step: string
        status: string
        reason?: string
      }
      /**
       * The end of the run.
       */
      done: {
        status: 'completed' | 'failed'
        reason?: string
      }
    }
  }
  /**
   * Stream the changes of a run: Tagging suggestions
   */
  followTapTaggingSuggestionsRun: {
    path: {
      runId: string
    }
    reply: undefined
    events: {
      /**
       * The run after one more change, or with more items processed.
       */
      run: WorkflowRun
    }
  }
  /**
   * Stream the changes of an upload
   */
  followUpload: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
    }
    reply: undefined
    events: {
      /**
       * The upload after one more event.
       */
      status: UploadStatusEntity
    }
  }
  /**
   * List the routes of the domain admin
   */
  getAdminRoutes: {
    reply: RouteManifest
  }
  /**
   * Get a turn as an evaluation case
   */
  getAgentCase: {
    path: {
      domain: string
      slug: string
      runId: string
    }
    reply: AgentCase
  }
  /**
   * Preview what a seed writes
   */
  getAgentControl: {
    reply: AgentControl
  }
  /**
   * Get a turn of an agent
   */
  getAgentRun: {
    path: {
      domain: string
      slug: string
      runId: string
    }
    reply: AgentRun
  }
  /**
   * Get an annex of a plan
   */
  getAnnex: {
    path: {
      id: string
      annex_id: string
    }
    /**
     * An annex, as it is stored and as it may be shown.
     */
    reply: {
      id: string
      name: string
      type: 'FUNCTIONAL' | 'HAZARD'
      /**
       * As it is stored.
       */
      html: string
      /**
       * The same without anything that runs or loads: what a page may show.
       */
      shown: string
      plan: {
        id: string
        name: string
        organizationId: string
      }
    }
  }
  /**
   * Get an edit with its changes
   */
  getAnnexEdit: {
    path: {
      request_id: string
    }
    /**
     * An edit with each of its changes.
     */
    reply: {
      requestId: string
      sessionId: string
      runId: string
      status: 'accepted' | 'processing' | 'success' | 'error' | 'cancelled'
      /**
       * Why there is no result.
       */
      message: string
      isEdit: boolean
      /**
       * The field as it was.
       */
      base: string
      html: string | null
      /**
       * Both without anything that runs or loads.
       */
      shown: {
        base: string
        html: string | null
      }
      /**
       * Each can be accepted by itself; before and after may be shown.
       */
      changes: {
        id: string
        kind: 'changed' | 'added' | 'removed' | 'moved' | 'cleaned'
        before: string
        after: string
        reason: string
      }[]
      by: ('model' | 'embedded') | null
      record: {
        profile: 'general' | 'district' | 'facility' | 'functional' | 'hazard' | 'suggest-roles'
        prompt_version: string
        alias: string | null
        model: string | null
        sections: number
        usage: {
          calls: number
          prompt_tokens: number
          completion_tokens: number
          amount: number | null
          currency: string | null
        } | null
      } | null
    }
  }
  /**
   * Download the workbook with its findings as cell comments
   */
  getAnnotatedWorkbook: {
    path: {
      report_id: string
    }
    query?: {
      /**
       * Language of titles, messages, explanations and suggestions: `en`, `de` or `es`; as `Accept-Language` says when absent, else English.
       */
      lang?: string
    }
    reply: Blob
  }
  /**
   * Get a run and its usage
   */
  getAnyRun: {
    path: {
      run_id: string
    }
    reply: RunDetail
  }
  /**
   * Get the timeline of a run
   */
  getAnyRunTimeline: {
    path: {
      run_id: string
    }
    reply: RunTimeline
  }
  /**
   * Check every dependency
   */
  getApiHealthCheck: {
    reply: DeepHealth
  }
  /**
   * Check that the process runs
   */
  getApiHealthLive: {
    reply: Alive
  }
  /**
   * Check that log, database, blob store and index respond
   */
  getApiHealthReady: {
    reply: Alive
  }
  /**
   * Get a conversation with its latest turns
   */
  getConversation: {
    path: {
      conversation_id: string
    }
    query?: {
      limit?: string
      /**
       * What `earlier` of the page behind it said.
       */
      before?: string
    }
    reply: ConversationWithExchanges
  }
  /**
   * Get the part of a conversation that is sent with its next question
   */
  getConversationContext: {
    path: {
      conversation_id: string
    }
    query?: {
      turns?: string
      tokens?: string
    }
    reply: ConversationContext
  }
  /**
   * Get statistics of reports
   */
  getCostDashboard: {
    reply: CostDashboard
  }
  /**
   * Get the findings of a district by rule
   */
  getCostFindings: {
    query: {
      district_id: string
      /**
       * The newest when absent.
       */
      quarter?: string
      /**
       * Language of titles, messages, explanations and suggestions: `en`, `de` or `es`; as `Accept-Language` says when absent, else English.
       */
      lang?: string
    }
    reply: CostFindingsByRule
  }
  /**
   * Get the costs of a district by cost pool
   */
  getCostPools: {
    query: {
      district_id: string
      /**
       * The newest when absent.
       */
      quarter?: string
    }
    reply: CostPools
  }
  /**
   * Get the costs of a district by quarter
   */
  getCostQuarters: {
    query: {
      district_id: string
    }
    reply: CostQuarters
  }
  /**
   * Get a report with its findings
   */
  getCostReport: {
    path: {
      report_id: string
    }
    query?: {
      /**
       * Language of titles, messages, explanations and suggestions: `en`, `de` or `es`; as `Accept-Language` says when absent, else English.
       */
      lang?: string
    }
    reply: CostReport
  }
  /**
   * Get the analysis status of a report, with its findings by severity
   */
  getCostReportAnalysis: {
    path: {
      report_id: string
    }
    reply: CostReportAnalysis
  }
  /**
   * Get the progress of a report
   */
  getCostReportAnalysisStatus: {
    path: {
      report_id: string
    }
    reply: CostReportAnalysisStatus
  }
  /**
   * Get the rows of a sheet
   */
  getCostReportCells: {
    path: {
      report_id: string
    }
    query: {
      sheet: string
      /**
       * The first row, from 1.
       */
      from?: number
      /**
       * How many rows, empty ones with them.
       */
      count?: number
    }
    reply: CostSheetCells
  }
  /**
   * Get the layout of a report: the detected columns
   */
  getCostReportLayout: {
    path: {
      report_id: string
    }
    reply: CostReportLayout
  }
  /**
   * Get a review session and its report
   */
  getCostReportSession: {
    path: {
      session_id: string
    }
    reply: CostReportSession
  }
  /**
   * Get a report with its totals and layout
   */
  getCostReportSummary: {
    path: {
      report_id: string
    }
    reply: CostReportSummary
  }
  /**
   * Get the status of an upload
   */
  getCostReportUpload: {
    path: {
      job_id: string
    }
    reply: CostReportJob
  }
  /**
   * Get a dead letter with its record, history and subject
   */
  getDeadLetter: {
    path: {
      id: string
    }
    reply: DeadLetterDetail
  }
  /**
   * Get every dependency with details for operators
   */
  getDetailedHealth: {
    reply: DetailedHealth
  }
  /**
   * Download a sample document
   */
  getExampleDocument: {
    path: {
      name: string
    }
    reply: Blob
  }
  /**
   * List the ratings of a user
   */
  getFeedback: {
    query: {
      /**
       * ID of the user.
       */
      user_id: string
      limit?: string
      offset?: string
    }
    reply: Feedback[]
  }
  /**
   * Get the rating of a response
   */
  getFeedbackById: {
    path: {
      id: string
    }
    reply: Feedback
  }
  /**
   * Export rated questions as evaluation cases, one JSON object per line
   */
  getFeedbackCasesJsonl: {
    query?: {
      rating?: 'down' | 'neutral' | 'up' | 'all'
    }
    reply: Blob
  }
  /**
   * Export all ratings as CSV (RFC 4180)
   */
  getFeedbackExportCsv: {
    reply: string
  }
  /**
   * List the latest ratings
   */
  getFeedbackRecent: {
    query?: {
      limit?: string
    }
    reply: Feedback[]
  }
  /**
   * Get a summary of ratings
   */
  getFeedbackSummary: {
    reply: FeedbackSummary
  }
  /**
   * Get the HTML page feedback
   */
  getFeedbackUi: {
    reply: string
  }
  /**
   * Check that the process runs
   */
  getHealth: {
    reply: Alive | string
  }
  /**
   * Check every dependency; browsers get the page
   */
  getHealthCheck: {
    reply: DeepHealth | string
  }
  /**
   * Check that the process runs
   */
  getHealthLive: {
    reply: Alive
  }
  /**
   * Check that log, database, blob store and index respond
   */
  getHealthReady: {
    reply: Alive
  }
  /**
   * Get a summary by dependency; test_services=false returns the last known states
   */
  getHealthServiceHealth: {
    query?: {
      test_services?: 'true' | 'false'
    }
    reply: HealthSummary
  }
  /**
   * Get the state of the cost report worker
   */
  getIngestion: {
    reply: Ingestor
  }
  /**
   * Get the status of an upload
   */
  getIngestionJob: {
    path: {
      job_id: string
    }
    reply: CostReportJob
  }
  /**
   * Get an ingestor
   */
  getIngestor: {
    path: {
      name: string
    }
    reply: Ingestor
  }
  /**
   * List the routes of the domain k12
   */
  getK12Routes: {
    reply: RouteManifest
  }
  /**
   * Get the HTML page knowledge
   */
  getKnowledge: {
    reply: string
  }
  /**
   * Get statistics of the knowledge base
   */
  getKnowledgeStats: {
    reply: KnowledgeStats
  }
  /**
   * Export statistics by file as CSV (RFC 4180)
   */
  getKnowledgeStatsCsv: {
    reply: string
  }
  /**
   * Get metrics in the Prometheus text format
   */
  getMetrics: {
    reply: string
  }
  /**
   * Get the OpenAPI document
   */
  getOpenApiDocument: {
    /**
     * An OpenAPI document.
     */
    reply: {
      openapi: string
      [k: string]: unknown
    }
  }
  /**
   * Get a plan with its annexes and roles
   */
  getPlan: {
    path: {
      id: string
    }
    reply: Plan
  }
  /**
   * Get the overall health
   */
  getPlatformHealth: {
    reply: PlatformHealth
  }
  /**
   * Get the prompt repository: its page, or with json=true its content
   */
  getPrompts: {
    query?: {
      /**
       * true: the manifest bundle; else the page, unless Accept asks for JSON.
       */
      json?: string
      /**
       * Record id, path or name of a version whose text is wanted.
       */
      prompt_id?: string
      prompt_type?: 'system' | 'response' | 'experiment'
    }
    reply: PromptBundle | string
  }
  /**
   * List the versions of a prompt, newest first
   */
  getPromptsVersions: {
    query: {
      type: 'system' | 'response' | 'experiment'
      /**
       * With or without .j2.
       */
      name: string
    }
    reply: {
      entries: PromptEntry[]
    }
  }
  /**
   * Get the request of an analysis with the parsed numbers
   */
  getReasoningRequest: {
    path: {
      runId: string
    }
    reply: ReasoningRequest
  }
  /**
   * Get an analysis, with its findings once it is completed
   */
  getReasoningRun: {
    path: {
      runId: string
    }
    reply: ReasoningRun
  }
  /**
   * Get a rebuild: its progress, and a comparison of the two builds
   */
  getRebuild: {
    path: {
      runId: string
    }
    reply: Rebuild
  }
  /**
   * Get the reference data of a district
   */
  getReferenceData: {
    query: {
      district_id: string
    }
    reply: ReferenceDataState
  }
  /**
   * Get the progress of a replay
   */
  getReplay: {
    path: {
      run_id: string
    }
    reply: Replay
  }
  /**
   * Get the result of an item of a run
   */
  getRunArtifact: {
    path: {
      run_id: string
      step: string
      item: string
    }
    reply: {
      [k: string]: unknown
    }
  }
  /**
   * Get a model call with its messages
   */
  getRunCall: {
    path: {
      run_id: string
      call_id: string
    }
    reply: RunCallTexts
  }
  /**
   * List the routes of the domain sdac
   */
  getSdacRoutes: {
    reply: RouteManifest
  }
  /**
   * Get the HTML page search-admin
   */
  getSearchAdmin: {
    reply: string
  }
  /**
   * Get the specification of an index
   */
  getSearchIndexesByAliasOrName: {
    path: {
      alias_or_name: string
    }
    reply: {
      name: string
      fields: {
        name: string
        type: string
        [k: string]: unknown
      }[]
      [k: string]: unknown
    }
  }
  /**
   * Get the settings in effect
   */
  getSettings: {
    reply: Settings
  }
  /**
   * Check that the blob store responds and the container exists
   */
  getSettingsBlobStatus: {
    reply: BlobStatus
  }
  /**
   * List changes of settings
   */
  getSettingsHistory: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
    }
    reply: {
      items: SettingsChange[]
      pagination: Pagination
    }
  }
  /**
   * Get the HTML page settings
   */
  getSettingsUi: {
    reply: string
  }
  /**
   * List the tables of the database
   */
  getSetup: {
    reply: SetupState
  }
  /**
   * Get the adapters of database and search
   */
  getSetupCapabilities: {
    reply: SetupCapabilities
  }
  /**
   * Read a shared conversation
   */
  getSharedConversation: {
    path: {
      token: string
    }
    reply: SharedConversation
  }
  /**
   * List the routes of the domain tap
   */
  getTapRoutes: {
    reply: RouteManifest
  }
  /**
   * Get a run with its result: Tagging suggestions
   */
  getTapTaggingSuggestionsRun: {
    path: {
      runId: string
    }
    reply: TapTaggingSuggestionsRun
  }
  /**
   * Get the default model, parameters and prompts of a chat; without json=true the page
   */
  getUnifiedTest: {
    query?: {
      json?: string
    }
    reply: Bootstrap | string
  }
  /**
   * Get the HTML page upload
   */
  getUpload: {
    reply: string
  }
  /**
   * Get how uploads are processed, and their limits
   */
  getUploadConfig: {
    reply: UploadConfig
  }
  /**
   * Check that uploads are accepted
   */
  getUploadHealth: {
    reply: UploadHealth
  }
  /**
   * Get a page of a PDF or image as PNG
   */
  getUploadPagePicture: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
      /**
       * From 1.
       */
      page: number
    }
    reply: Blob
  }
  /**
   * Get the status of an upload
   */
  getUploadStatus: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
    }
    reply: UploadStatusEntity
  }
  /**
   * Get the text of a document and the positions of its chunks
   */
  getUploadText: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
    }
    query?: {
      /**
       * First character, in UTF-16 code units.
       */
      from?: number
      /**
       * At most 200000.
       */
      length?: number
      /**
       * Begins where this chunk does instead of at `from`.
       */
      chunk_index?: number
    }
    reply: DocumentText
  }
  /**
   * List the events of an upload, oldest first
   */
  getUploadTimeline: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
    }
    reply: UploadTimeline
  }
  /**
   * List the stages of the pipeline with their queues
   */
  getUploadWorkerHealth: {
    reply: WorkerHealth
  }
  /**
   * Get the analysis status of a report, for the widget
   */
  getWidgetAnalysis: {
    path: {
      report_id: string
    }
    reply: CostReportAnalysis
  }
  /**
   * Get a report with its layout and findings, for the widget
   */
  getWidgetReport: {
    path: {
      report_id: string
    }
    query?: {
      /**
       * Language of titles, messages, explanations and suggestions: `en`, `de` or `es`; as `Accept-Language` says when absent, else English.
       */
      lang?: string
    }
    reply: {
      reportId: string
      fileName: string
      status: 'queued' | 'processing' | 'ready' | 'error'
      error: {
        code: string
        message: string
      } | null
      /**
       * What a reader of the findings should know.
       */
      warnings: string[]
      /**
       * None before it is ready.
       */
      findings: CostReportFinding[]
      /**
       * Findings beyond these.
       */
      findingsOmitted: number
      /**
       * null: the workbook was not read.
       */
      layout: CostReportLayout | null
    }
  }
  /**
   * Get the rows of a sheet
   */
  getWidgetReportCells: {
    path: {
      report_id: string
    }
    query: {
      sheet: string
      /**
       * The first row, from 1.
       */
      from?: number
      /**
       * How many rows, empty ones with them.
       */
      count?: number
    }
    reply: CostSheetCells
  }
  /**
   * Get the layout of a report: the detected columns
   */
  getWidgetReportLayout: {
    path: {
      report_id: string
    }
    reply: CostReportLayout
  }
  /**
   * Download the workbook with its findings as cell comments
   */
  getWidgetReportWorkbook: {
    path: {
      report_id: string
    }
    query?: {
      /**
       * Language of titles, messages, explanations and suggestions: `en`, `de` or `es`; as `Accept-Language` says when absent, else English.
       */
      lang?: string
    }
    reply: Blob
  }
  /**
   * Get the status of an upload, for the widget
   */
  getWidgetUpload: {
    path: {
      job_id: string
    }
    reply: CostReportJob
  }
  /**
   * Group dead letters by reason, largest group first
   */
  groupDeadLetters: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      /**
       * Of the record that failed.
       */
      topic?: string
      /**
       * Who gave it up.
       */
      consumer?: string
      /**
       * Of the error.
       */
      code?: string
      /**
       * Why it was given up.
       */
      kind?: 'terminal' | 'exhausted' | 'poison' | 'schema'
      /**
       * Of the record that failed.
       */
      key?: string
      /**
       * What became of it.
       */
      state?: 'open' | 'redriven' | 'resolved' | 'discarded'
      /**
       * Not older than this time: 2026-01-15T09:30:00Z.
       */
      since?: string
      /**
       * Older than this time.
       */
      until?: string
    }
    reply: {
      items: DeadLetterGroup[]
      pagination: Pagination
    }
  }
  /**
   * Store a question with its responses
   */
  keepExchange: {
    path: {
      conversation_id: string
      turn_id: string
    }
    body: ExchangeInput
    reply: Conversation
  }
  /**
   * List your turns of an agent, newest first
   */
  listAgentRuns: {
    path: {
      domain: string
      slug: string
    }
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
    }
    reply: {
      items: AgentRunSummary[]
      pagination: Pagination
    }
  }
  /**
   * List every agent of this installation
   */
  listAgents: {
    /**
     * Entries in order of their ids.
     */
    reply: {
      target: string
      count: number
      agents: {
        id: string
        domain: string
        slug: string
        title: string
        description: string
        /**
         * Where it is called.
         */
        path: string
        /**
         * Of agents: the prompt of the repository that takes the place of their own.
         */
        promptName?: string
        /**
         * Of tools: whether it changes something.
         */
        effect?: 'read' | 'write'
        /**
         * JSON Schema of the input.
         */
        inputSchema?: {
          [k: string]: unknown
        }
      }[]
    }
  }
  /**
   * List runs of all kinds, newest first
   */
  listAllRuns: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      kind?: string
      status?: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
    }
    reply: {
      items: RunSummary[]
      pagination: Pagination
      /**
       * Of the runs that the caller may see.
       */
      kinds: string[]
      /**
       * What people call these kinds and their steps.
       */
      words: {
        [k: string]: {
          kind: string
          steps: {
            [k: string]: string
          }
        }
      }
    }
  }
  /**
   * List the instructions that models receive for edits
   */
  listAnnexProfiles: {
    /**
     * What models are told.
     */
    reply: {
      items: {
        /**
         * rules: what holds under every profile.
         */
        profile: 'general' | 'district' | 'facility' | 'functional' | 'hazard' | 'suggest-roles' | 'rules'
        /**
         * A prompt of this name in the repository takes the place of the product’s own.
         */
        prompt_name: string
        version: string
        source: 'product' | 'repository'
        /**
         * Behind a line of three dashes: what is asked where a caller gives no prompt.
         */
        text: string
      }[]
    }
  }
  /**
   * List actions of operators, newest first
   */
  listAuditRecords: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      /**
       * Who did it.
       */
      actor?: string
      /**
       * What was done: `dead-letters.redrive`.
       */
      action?: string
      /**
       * Not older than this time: 2026-01-15T09:30:00Z.
       */
      since?: string
      /**
       * Older than this time.
       */
      until?: string
    }
    reply: {
      items: AuditRecord[]
      pagination: Pagination
    }
  }
  /**
   * List the chunks of a file in order
   */
  listChunksOfFile: {
    path: {
      /**
       * Name of the file as it was uploaded.
       */
      source_file: string
    }
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      /**
       * Needed only where several indexes have a file of this name; the default index goes first.
       */
      index?: string
    }
    reply: KnowledgeChunkPage
  }
  /**
   * List consumer groups and their number of members
   */
  listConsumerGroups: {
    reply: {
      items: ConsumerGroup[]
    }
  }
  /**
   * List your conversations, latest first
   */
  listConversations: {
    query?: {
      limit?: string
      /**
       * What `next_cursor` of the page before said.
       */
      cursor?: string
    }
    reply: Conversations
  }
  /**
   * List the ratings of the findings of a report, newest first
   */
  listCostReportFeedback: {
    query: {
      report_id: string
    }
    reply: {
      items: CostReportFeedback[]
    }
  }
  /**
   * List the findings of a report, most severe first
   */
  listCostReportFindings: {
    path: {
      report_id: string
    }
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      /**
       * Language of titles, messages, explanations and suggestions: `en`, `de` or `es`; as `Accept-Language` says when absent, else English.
       */
      lang?: string
      severity?: 'error' | 'warning' | 'info'
      rule?:
        | 'missing_value'
        | 'malformed_value'
        | 'negative_amount'
        | 'duplicate_employee'
        | 'total_mismatch'
        | 'federal_share_over_100'
        | 'benefits_ratio'
        | 'position_without_pool'
        | 'quarter_change'
        | 'outlier'
      sheet?: string
    }
    reply: {
      items: CostReportFinding[]
      pagination: Pagination
    }
  }
  /**
   * List your reports, newest first
   */
  listCostReports: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      district_id?: string
      quarter?: string
    }
    reply: {
      items: CostReportEntry[]
      pagination: Pagination
    }
  }
  /**
   * List the rows of a report
   */
  listCosts: {
    query: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      report_id: string
      pool?: string
      q?: string
    }
    reply: {
      items: CostReportRow[]
      pagination: Pagination
    }
  }
  /**
   * List dead letters, latest failure first
   */
  listDeadLetters: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      /**
       * Of the record that failed.
       */
      topic?: string
      /**
       * Who gave it up.
       */
      consumer?: string
      /**
       * Of the error.
       */
      code?: string
      /**
       * Why it was given up.
       */
      kind?: 'terminal' | 'exhausted' | 'poison' | 'schema'
      /**
       * Of the record that failed.
       */
      key?: string
      /**
       * What became of it.
       */
      state?: 'open' | 'redriven' | 'resolved' | 'discarded'
      /**
       * Not older than this time: 2026-01-15T09:30:00Z.
       */
      since?: string
      /**
       * Older than this time.
       */
      until?: string
    }
    reply: {
      items: DeadLetter[]
      pagination: Pagination
      /**
       * How many fit the filters, on all pages.
       */
      counts: {
        code: {
          [k: string]: number
        }
        consumer: {
          [k: string]: number
        }
        kind: {
          [k: string]: number
        }
        state: {
          [k: string]: number
        }
      }
    }
  }
  /**
   * List sample documents
   */
  listExampleDocuments: {
    reply: ExampleDocuments
  }
  /**
   * List indexes
   */
  listIndexes: {
    reply: LiveIndexes
  }
  /**
   * List ingestors
   */
  listIngestors: {
    reply: {
      items: Ingestor[]
    }
  }
  /**
   * List searchable files
   */
  listKnowledgeFiles: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      /**
       * Name or alias of an index.
       */
      index?: string
      file_type?: string
      /**
       * Part of the file name or of the title, case ignored.
       */
      q?: string
      /**
       * A field, with - before it descending.
       */
      sort?:
        | 'name'
        | '-name'
        | 'ingested_at'
        | '-ingested_at'
        | 'size_bytes'
        | '-size_bytes'
        | 'chunk_count'
        | '-chunk_count'
        | 'estimated_tokens'
        | '-estimated_tokens'
        | 'file_type'
        | '-file_type'
        | 'index'
        | '-index'
        | 'status'
        | '-status'
    }
    reply: KnowledgeFilePage
  }
  /**
   * List every MCP server of this installation
   */
  listMcpServers: {
    /**
     * Entries in order of their ids.
     */
    reply: {
      target: string
      count: number
      servers: {
        id: string
        domain: string
        slug: string
        title: string
        description: string
        /**
         * Where it is called.
         */
        path: string
        /**
         * Of agents: the prompt of the repository that takes the place of their own.
         */
        promptName?: string
        /**
         * Of tools: whether it changes something.
         */
        effect?: 'read' | 'write'
        /**
         * JSON Schema of the input.
         */
        inputSchema?: {
          [k: string]: unknown
        }
      }[]
    }
  }
  /**
   * List connections to model servers, and servers that can be connected
   */
  listModelConnections: {
    reply: ModelConnections
  }
  /**
   * List model aliases, optionally with a check of each
   */
  listModels: {
    query?: {
      /**
       * Check each model.
       */
      validate?: '0' | '1' | 'true' | 'false'
      /**
       * With validate: make a real call to each model.
       */
      deep?: '0' | '1' | 'true' | 'false'
      /**
       * Leave out what failed its check.
       */
      filter_unhealthy?: '0' | '1' | 'true' | 'false'
    }
    /**
     * The aliases in the order of the configuration.
     */
    reply: Model[]
  }
  /**
   * List model aliases, for OpenAI clients
   */
  listModelsForOpenAiClients: {
    /**
     * The aliases of models.
     */
    reply: {
      object: 'list'
      data: {
        id: string
        object: 'model'
        created: number
        owned_by: string
      }[]
    }
  }
  /**
   * List plans by name, without the text of their annexes
   */
  listPlans: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      /**
       * Part of the name, case ignored.
       */
      name?: string
    }
    reply: {
      items: PlanSummary[]
      pagination: Pagination
    }
  }
  /**
   * List your analyses, newest first
   */
  listReasoningRuns: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
    }
    reply: {
      items: ReasoningRunSummary[]
      pagination: Pagination
    }
  }
  /**
   * List rebuilds, newest first
   */
  listRebuilds: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      /**
       * Name or alias of an index.
       */
      index?: string
    }
    reply: {
      items: Rebuild[]
      pagination: Pagination
    }
  }
  /**
   * List replays, newest first
   */
  listReplays: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
    }
    reply: {
      items: Replay[]
      pagination: Pagination
    }
  }
  /**
   * List the model calls of a run
   */
  listRunCalls: {
    path: {
      run_id: string
    }
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      step?: string
    }
    reply: {
      items: RunCall[]
      pagination: Pagination
    }
  }
  /**
   * List the items of the steps of a run
   */
  listRunItems: {
    path: {
      run_id: string
    }
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
      step?: string
      status?: 'open' | 'done' | 'failed' | 'skipped' | 'asked' | 'redo'
    }
    reply: {
      items: RunItem[]
      pagination: Pagination
    }
  }
  /**
   * List the definitions of agents in use
   */
  listRunningAgents: {
    reply: RunningAgents
  }
  /**
   * List every agent for cost reports
   */
  listSdacAgents: {
    /**
     * Entries in order of their ids.
     */
    reply: {
      target: string
      count: number
      agents: {
        id: string
        domain: string
        slug: string
        title: string
        description: string
        /**
         * Where it is called.
         */
        path: string
        /**
         * Of agents: the prompt of the repository that takes the place of their own.
         */
        promptName?: string
        /**
         * Of tools: whether it changes something.
         */
        effect?: 'read' | 'write'
        /**
         * JSON Schema of the input.
         */
        inputSchema?: {
          [k: string]: unknown
        }
      }[]
    }
  }
  /**
   * List every tool for cost reports
   */
  listSdacTools: {
    /**
     * Entries in order of their ids.
     */
    reply: {
      target: string
      count: number
      tools: {
        id: string
        domain: string
        slug: string
        title: string
        description: string
        /**
         * Where it is called.
         */
        path: string
        /**
         * Of agents: the prompt of the repository that takes the place of their own.
         */
        promptName?: string
        /**
         * Of tools: whether it changes something.
         */
        effect?: 'read' | 'write'
        /**
         * JSON Schema of the input.
         */
        inputSchema?: {
          [k: string]: unknown
        }
      }[]
    }
  }
  /**
   * List every workflow for cost reports
   */
  listSdacWorkflows: {
    /**
     * Entries in order of their ids.
     */
    reply: {
      target: string
      count: number
      workflows: {
        id: string
        domain: string
        slug: string
        title: string
        description: string
        /**
         * Where it is called.
         */
        path: string
        /**
         * Of agents: the prompt of the repository that takes the place of their own.
         */
        promptName?: string
        /**
         * Of tools: whether it changes something.
         */
        effect?: 'read' | 'write'
        /**
         * JSON Schema of the input.
         */
        inputSchema?: {
          [k: string]: unknown
        }
      }[]
    }
  }
  /**
   * List the stored definitions of agents
   */
  listSeededAgents: {
    reply: SeededAgents
  }
  /**
   * List your runs, newest first: Tagging suggestions
   */
  listTapTaggingSuggestionsRuns: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
    }
    reply: {
      items: WorkflowRun[]
      pagination: Pagination
    }
  }
  /**
   * List every tool of this installation
   */
  listTools: {
    /**
     * Entries in order of their ids.
     */
    reply: {
      target: string
      count: number
      tools: {
        id: string
        domain: string
        slug: string
        title: string
        description: string
        /**
         * Where it is called.
         */
        path: string
        /**
         * Of agents: the prompt of the repository that takes the place of their own.
         */
        promptName?: string
        /**
         * Of tools: whether it changes something.
         */
        effect?: 'read' | 'write'
        /**
         * JSON Schema of the input.
         */
        inputSchema?: {
          [k: string]: unknown
        }
      }[]
    }
  }
  /**
   * List topics with partitions, lag by consumer group, rate and age
   */
  listTopics: {
    reply: {
      items: Topic[]
    }
  }
  /**
   * List recent activity of all uploads, newest first
   */
  listUploadActivity: {
    reply: EventFeedActivityRecord[]
  }
  /**
   * List the storage folders by file extension
   */
  listUploadMappings: {
    reply: UploadMapping[]
  }
  /**
   * Get the positions of the words on a page
   */
  listUploadPageWords: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
      /**
       * From 1.
       */
      page: number
    }
    reply: PageWords
  }
  /**
   * List uploads, newest first
   */
  listUploads: {
    query?: {
      limit?: number
      status?: 'queued' | 'processing' | 'complete' | 'error'
      /**
       * part of the file name, case ignored
       */
      q?: string
      /**
       * empty for the first page, then `next_cursor` of the page before; with it the reply is a page instead of an array
       */
      cursor?: string
    }
    reply: UploadStatusEntity[] | UploadPage
  }
  /**
   * List uploads, newest first
   */
  listUploadsForRag: {
    query?: {
      limit?: number
      status?: 'queued' | 'processing' | 'complete' | 'error'
      /**
       * part of the file name, case ignored
       */
      q?: string
      /**
       * empty for the first page, then `next_cursor` of the page before; with it the reply is a page instead of an array
       */
      cursor?: string
    }
    reply: UploadStatusEntity[] | UploadPage
  }
  /**
   * List the deliveries to an endpoint, newest first
   */
  listWebhookDeliveries: {
    path: {
      id: string
    }
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
    }
    reply: {
      items: WebhookDelivery[]
      pagination: Pagination
    }
  }
  /**
   * List webhook endpoints
   */
  listWebhooks: {
    query?: {
      /**
       * From 1.
       */
      page?: string
      /**
       * 1 to 100.
       */
      page_size?: string
    }
    reply: {
      items: Webhook[]
      pagination: Pagination
    }
  }
  /**
   * List every workflow of this installation
   */
  listWorkflows: {
    /**
     * Entries in order of their ids.
     */
    reply: {
      target: string
      count: number
      workflows: {
        id: string
        domain: string
        slug: string
        title: string
        description: string
        /**
         * Where it is called.
         */
        path: string
        /**
         * Of agents: the prompt of the repository that takes the place of their own.
         */
        promptName?: string
        /**
         * Of tools: whether it changes something.
         */
        effect?: 'read' | 'write'
        /**
         * JSON Schema of the input.
         */
        inputSchema?: {
          [k: string]: unknown
        }
      }[]
    }
  }
  /**
   * Issue a test token for the widget
   */
  mintWidgetToken: {
    reply: {
      access_token: string
      /**
       * Seconds.
       */
      expires_in: number | null
    }
  }
  /**
   * Move a stopped consumer group to an offset or a time
   */
  moveConsumerGroup: {
    path: {
      group: string
    }
    body: {
      topic: string
      /**
       * Where the group begins when it runs again.
       */
      to:
        | ('beginning' | 'end')
        | {
            offset:
              | number
              | {
                  [k: string]: number
                }
          }
        | {
            time: string
          }
      /**
       * Tells what would move, and moves nothing.
       */
      dry_run?: boolean
      /**
       * Why; kept in the audit record.
       */
      reason?: string
    }
    reply: OffsetsMoved
  }
  /**
   * Pause a rebuild
   */
  pauseRebuild: {
    path: {
      runId: string
    }
    reply: Rebuild
  }
  /**
   * Pause a replay
   */
  pauseReplay: {
    path: {
      run_id: string
    }
    reply: Replay
  }
  /**
   * Rate an answer
   */
  postFeedback: {
    body: {
      /**
       * ID of the user.
       */
      user_id: string
      /**
       * ID of the session.
       */
      session_id: string
      /**
       * Id of the rated response.
       */
      response_id: string
      /**
       * -1 down, 0 neutral, 1 up.
       */
      rating: number
      experiment_name?: string | null
      variant_name?: string | null
      /**
       * At most 10,000 characters.
       */
      feedback_text?: string | null
      /**
       * Seconds.
       */
      response_time?: number | null
      task_completed?: boolean | null
      /**
       * Context such as question, answer and metadata; at most 160000 bytes of JSON.
       */
      response_payload?: {
        [k: string]: unknown
      } | null
    }
    reply: FeedbackGiven
  }
  /**
   * Save, relabel, rename, delete or promote a prompt
   */
  postPrompts: {
    body: {
      /**
       * update_prompt_metadata, rename_prompt, delete_prompt or make_default_prompt; absent when a text is saved.
       */
      action?: string
      /**
       * system, response or experiment.
       */
      prompt_type?: string
      /**
       * Record id, path, file name, or the name of a prompt for its newest version.
       */
      prompt_identifier?: string
      new_name?: string
      metadata_label?: string
      metadata_prompt_tag?: string
      metadata_notes?: string
      /**
       * 1 to 128 letters, digits, hyphens, underscores and dots; `.j2` is appended.
       */
      new_prompt_name?: string
      new_prompt_type?: string
      new_prompt_content?: string
      new_prompt_label?: string
      new_prompt_notes?: string
      /**
       * With type and content, the older words for a new prompt.
       */
      name?: string
      type?: string
      content?: string
      /**
       * The notes of a new prompt.
       */
      description?: string
      /**
       * Editor save: the text of a new version.
       */
      system_prompt?: string
      /**
       * The name of the current default when absent.
       */
      system_prompt_name?: string
      system_prompt_label?: string
      system_prompt_notes?: string
      system_prompt_make_default?: boolean | ('0' | '1' | 'on' | 'true' | 'off' | 'false' | '')
      response_template?: string
      response_template_name?: string
      response_template_label?: string
      response_template_notes?: string
      response_template_make_default?: boolean | ('0' | '1' | 'on' | 'true' | 'off' | 'false' | '')
      [k: string]: unknown
    }
    reply: PromptSaved
  }
  /**
   * Render a template with sample variables
   */
  postPromptsPreview: {
    body: {
      content: string
      /**
       * What the template reads.
       */
      variables?: {
        [k: string]: unknown
      }
    }
    reply: {
      text: string
      /**
       * Names of the given variables that the template reads.
       */
      used: string[]
    }
  }
  /**
   * Make a version the current version
   */
  postPromptsRevert: {
    body: {
      type: 'system' | 'response' | 'experiment'
      name: string
      version: string
    }
    reply: {
      status: 'reverted'
      reverted_to: string
      prompt_id: string
    }
  }
  /**
   * Change settings
   */
  postSettings: {
    query?: {
      /**
       * 1: tells what would change and keeps nothing.
       */
      dry_run?: '0' | '1' | 'false' | 'true'
    }
    body: {
      /**
       * Number of completions per answer.
       */
      'llms.defaults.params.n'?: number
      /**
       * Sampling temperature. 0 gives nearly the same answer each time; higher values vary more.
       */
      'llms.defaults.params.temperature'?: number
      /**
       * Nucleus sampling: only the most likely tokens up to this total probability are considered.
       */
      'llms.defaults.params.top_p'?: number
      /**
       * Maximum number of tokens of an answer.
       */
      'llms.defaults.params.max_tokens'?: number
      /**
       * Values above 0 make frequent tokens less likely.
       */
      'llms.defaults.params.frequency_penalty'?: number
      /**
       * Values above 0 make tokens that already occurred less likely.
       */
      'llms.defaults.params.presence_penalty'?: number
      /**
       * Strings that end an answer.
       *
       * @maxItems 4
       */
      'llms.defaults.params.stop'?: [] | [string] | [string, string] | [string, string, string] | [string, string, string, string]
      /**
       * Provider that serves the alias.
       */
      'llms.models.default.provider'?: 'openai' | 'azure-openai' | 'openai-compatible' | 'embedded'
      /**
       * Name of the model at the provider.
       */
      'llms.models.default.model'?: string
      /**
       * Name of the Azure OpenAI deployment.
       */
      'llms.models.default.deployment'?: string
      /**
       * API version of Azure OpenAI. Defaults to AZURE_OPENAI_API_VERSION.
       */
      'llms.models.default.api_version'?: string
      /**
       * Maximum time to wait for a response, and between two chunks of a stream, in milliseconds.
       */
      'llms.models.default.timeout_ms'?: number
      /**
       * Whether the model accepts images.
       */
      'llms.models.default.multimodal'?: boolean
      /**
       * Whether the model accepts a reasoning effort.
       */
      'llms.models.default.reasoning'?: boolean
      /**
       * Number of completions per answer.
       */
      'llms.models.default.params.n'?: number
      /**
       * Sampling temperature. 0 gives nearly the same answer each time; higher values vary more.
       */
      'llms.models.default.params.temperature'?: number
      /**
       * Nucleus sampling: only the most likely tokens up to this total probability are considered.
       */
      'llms.models.default.params.top_p'?: number
      /**
       * Maximum number of tokens of an answer.
       */
      'llms.models.default.params.max_tokens'?: number
      /**
       * Values above 0 make frequent tokens less likely.
       */
      'llms.models.default.params.frequency_penalty'?: number
      /**
       * Values above 0 make tokens that already occurred less likely.
       */
      'llms.models.default.params.presence_penalty'?: number
      /**
       * Strings that end an answer.
       *
       * @maxItems 4
       */
      'llms.models.default.params.stop'?: [] | [string] | [string, string] | [string, string, string] | [string, string, string, string]
      /**
       * Price per million prompt tokens.
       */
      'llms.models.default.price.input'?: number
      /**
       * Price per million completion tokens.
       */
      'llms.models.default.price.output'?: number
      /**
       * Currency of the price, as a three-letter code.
       */
      'llms.models.default.price.currency'?: string
      /**
       * Maximum number of calls started per minute.
       */
      'llms.models.default.budget.requests_per_minute'?: number
      /**
       * Maximum number of prompt and completion tokens of the calls started per minute.
       */
      'llms.models.default.budget.tokens_per_minute'?: number
      /**
       * Maximum number of concurrent calls.
       */
      'llms.models.default.budget.concurrency'?: number
      /**
       * Maximum number of queued calls. Further calls are rejected with 429.
       */
      'llms.models.default.budget.queue'?: number
      /**
       * Maximum time that a chat waits in the queue, in milliseconds. Pipeline stages wait without a limit.
       */
      'llms.models.default.budget.wait_ms'?: number
      /**
       * Provider that serves the alias.
       */
      'llms.models.text.provider'?: 'openai' | 'azure-openai' | 'openai-compatible' | 'embedded'
      /**
       * Name of the model at the provider.
       */
      'llms.models.text.model'?: string
      /**
       * Name of the Azure OpenAI deployment.
       */
      'llms.models.text.deployment'?: string
      /**
       * API version of Azure OpenAI. Defaults to AZURE_OPENAI_API_VERSION.
       */
      'llms.models.text.api_version'?: string
      /**
       * Maximum time to wait for a response, and between two chunks of a stream, in milliseconds.
       */
      'llms.models.text.timeout_ms'?: number
      /**
       * Whether the model accepts images.
       */
      'llms.models.text.multimodal'?: boolean
      /**
       * Whether the model accepts a reasoning effort.
       */
      'llms.models.text.reasoning'?: boolean
      /**
       * Number of completions per answer.
       */
      'llms.models.text.params.n'?: number
      /**
       * Sampling temperature. 0 gives nearly the same answer each time; higher values vary more.
       */
      'llms.models.text.params.temperature'?: number
      /**
       * Nucleus sampling: only the most likely tokens up to this total probability are considered.
       */
      'llms.models.text.params.top_p'?: number
      /**
       * Maximum number of tokens of an answer.
       */
      'llms.models.text.params.max_tokens'?: number
      /**
       * Values above 0 make frequent tokens less likely.
       */
      'llms.models.text.params.frequency_penalty'?: number
      /**
       * Values above 0 make tokens that already occurred less likely.
       */
      'llms.models.text.params.presence_penalty'?: number
      /**
       * Strings that end an answer.
       *
       * @maxItems 4
       */
      'llms.models.text.params.stop'?: [] | [string] | [string, string] | [string, string, string] | [string, string, string, string]
      /**
       * Price per million prompt tokens.
       */
      'llms.models.text.price.input'?: number
      /**
       * Price per million completion tokens.
       */
      'llms.models.text.price.output'?: number
      /**
       * Currency of the price, as a three-letter code.
       */
      'llms.models.text.price.currency'?: string
      /**
       * Maximum number of calls started per minute.
       */
      'llms.models.text.budget.requests_per_minute'?: number
      /**
       * Maximum number of prompt and completion tokens of the calls started per minute.
       */
      'llms.models.text.budget.tokens_per_minute'?: number
      /**
       * Maximum number of concurrent calls.
       */
      'llms.models.text.budget.concurrency'?: number
      /**
       * Maximum number of queued calls. Further calls are rejected with 429.
       */
      'llms.models.text.budget.queue'?: number
      /**
       * Maximum time that a chat waits in the queue, in milliseconds. Pipeline stages wait without a limit.
       */
      'llms.models.text.budget.wait_ms'?: number
      /**
       * Provider that serves the alias.
       */
      'llms.models.reasoning.provider'?: 'openai' | 'azure-openai' | 'openai-compatible' | 'embedded'
      /**
       * Name of the model at the provider.
       */
      'llms.models.reasoning.model'?: string
      /**
       * Name of the Azure OpenAI deployment.
       */
      'llms.models.reasoning.deployment'?: string
      /**
       * API version of Azure OpenAI. Defaults to AZURE_OPENAI_API_VERSION.
       */
      'llms.models.reasoning.api_version'?: string
      /**
       * Maximum time to wait for a response, and between two chunks of a stream, in milliseconds.
       */
      'llms.models.reasoning.timeout_ms'?: number
      /**
       * Whether the model accepts images.
       */
      'llms.models.reasoning.multimodal'?: boolean
      /**
       * Whether the model accepts a reasoning effort.
       */
      'llms.models.reasoning.reasoning'?: boolean
      /**
       * Number of completions per answer.
       */
      'llms.models.reasoning.params.n'?: number
      /**
       * Sampling temperature. 0 gives nearly the same answer each time; higher values vary more.
       */
      'llms.models.reasoning.params.temperature'?: number
      /**
       * Nucleus sampling: only the most likely tokens up to this total probability are considered.
       */
      'llms.models.reasoning.params.top_p'?: number
      /**
       * Maximum number of tokens of an answer.
       */
      'llms.models.reasoning.params.max_tokens'?: number
      /**
       * Values above 0 make frequent tokens less likely.
       */
      'llms.models.reasoning.params.frequency_penalty'?: number
      /**
       * Values above 0 make tokens that already occurred less likely.
       */
      'llms.models.reasoning.params.presence_penalty'?: number
      /**
       * Strings that end an answer.
       *
       * @maxItems 4
       */
      'llms.models.reasoning.params.stop'?: [] | [string] | [string, string] | [string, string, string] | [string, string, string, string]
      /**
       * Price per million prompt tokens.
       */
      'llms.models.reasoning.price.input'?: number
      /**
       * Price per million completion tokens.
       */
      'llms.models.reasoning.price.output'?: number
      /**
       * Currency of the price, as a three-letter code.
       */
      'llms.models.reasoning.price.currency'?: string
      /**
       * Maximum number of calls started per minute.
       */
      'llms.models.reasoning.budget.requests_per_minute'?: number
      /**
       * Maximum number of prompt and completion tokens of the calls started per minute.
       */
      'llms.models.reasoning.budget.tokens_per_minute'?: number
      /**
       * Maximum number of concurrent calls.
       */
      'llms.models.reasoning.budget.concurrency'?: number
      /**
       * Maximum number of queued calls. Further calls are rejected with 429.
       */
      'llms.models.reasoning.budget.queue'?: number
      /**
       * Maximum time that a chat waits in the queue, in milliseconds. Pipeline stages wait without a limit.
       */
      'llms.models.reasoning.budget.wait_ms'?: number
      /**
       * Maximum number of calls started per minute.
       */
      'embeddings.budget.requests_per_minute'?: number
      /**
       * Maximum number of prompt and completion tokens of the calls started per minute.
       */
      'embeddings.budget.tokens_per_minute'?: number
      /**
       * Maximum number of concurrent calls.
       */
      'embeddings.budget.concurrency'?: number
      /**
       * Maximum number of queued calls. Further calls are rejected with 429.
       */
      'embeddings.budget.queue'?: number
      /**
       * Maximum time that a chat waits in the queue, in milliseconds. Pipeline stages wait without a limit.
       */
      'embeddings.budget.wait_ms'?: number
      /**
       * Price per million prompt tokens.
       */
      'embeddings.price.input'?: number
      /**
       * Price per million completion tokens.
       */
      'embeddings.price.output'?: number
      /**
       * Currency of the price, as a three-letter code.
       */
      'embeddings.price.currency'?: string
      /**
       * Index alias that uploads and chats use by default.
       */
      'indexes.default'?: string
      /**
       * Name of the index behind the alias.
       */
      'indexes.aliases.default'?: string
      /**
       * Number of passages that an answer is based on.
       */
      'retrieval.top_k'?: number
      /**
       * Search mode. `auto` selects `hybrid` if the embedder is known to improve results, otherwise `text`.
       */
      'retrieval.mode'?: 'auto' | 'text' | 'hybrid'
      /**
       * Weight of keyword search in a hybrid search.
       */
      'retrieval.weights.text'?: number
      /**
       * Weight of vector search in a hybrid search.
       */
      'retrieval.weights.vector'?: number
      /**
       * Uses passages with identical text only once in a chat.
       */
      'retrieval.deduplicate'?: boolean
      /**
       * Reranks by default. Requests may override it. Requires RERANK_BASE_URL or `retrieval.rerank.model`.
       */
      'retrieval.rerank.enabled'?: boolean
      /**
       * Alias of the model that reranks when RERANK_BASE_URL is not set.
       */
      'retrieval.rerank.model'?: string
      /**
       * Number of passages to rerank.
       */
      'retrieval.rerank.candidates'?: number
      /**
       * Timeout of reranking, in milliseconds. After it, the order of the search is kept.
       */
      'retrieval.rerank.timeout_ms'?: number
      /**
       * Rewrites follow-up questions into self-contained questions with a model before searching.
       */
      'retrieval.rewrite.enabled'?: boolean
      /**
       * Alias of the model that rewrites. If empty, the model of the request is used.
       */
      'retrieval.rewrite.model'?: string
      /**
       * Timeout of rewriting, in milliseconds. After it, the built-in rule is used.
       */
      'retrieval.rewrite.timeout_ms'?: number
      /**
       * Token claim that lists the labels its holder may read: a string, or an array of strings.
       */
      'access.confidentiality.claim'?: string
      /**
       * Which labeled documents a token without the claim may read.
       */
      'access.confidentiality.without_claim'?: 'all' | 'none'
      /**
       * Whether callers with limits see documents without this label.
       */
      'access.confidentiality.unlabelled'?: 'shown' | 'hidden'
      /**
       * Token claim that lists the labels its holder may read: a string, or an array of strings.
       */
      'access.business_unit.claim'?: string
      /**
       * Which labeled documents a token without the claim may read.
       */
      'access.business_unit.without_claim'?: 'all' | 'none'
      /**
       * Whether callers with limits see documents without this label.
       */
      'access.business_unit.unlabelled'?: 'shown' | 'hidden'
      /**
       * Maximum number of stored documents. 0 means no limit.
       */
      'storage.max_documents'?: number
      /**
       * Maximum size of all stored files, in megabytes. 0 means no limit.
       */
      'storage.max_mb'?: number
      /**
       * Maximum number of documents per caller: the token's subject, otherwise the key, otherwise all callers together. 0 means no limit.
       */
      'storage.max_documents_per_caller'?: number
      /**
       * Maximum size of the files of one caller, in megabytes. 0 means no limit.
       */
      'storage.max_mb_per_caller'?: number
      /**
       * Disk space that uploads leave free, in megabytes. If `min_free_percent` is less, that applies. 0 means none.
       */
      'storage.min_free_mb'?: number
      /**
       * Upper limit of the disk space that uploads leave free, in percent.
       */
      'storage.min_free_percent'?: number
      /**
       * Maximum size of an uploaded file, in megabytes.
       */
      'upload.max_file_size_mb'?: number
      /**
       * Whether a document is kept or removed when its file is deleted from the watched folder.
       */
      'watch.deleted'?: 'keep' | 'remove'
      /**
       * Document type of files from the watched folder.
       */
      'watch.doc_type'?: string
      /**
       * Label `confidentiality` of files from the watched folder. Empty means none.
       */
      'watch.confidentiality'?: string
      /**
       * Label `business_unit` of files from the watched folder. Empty means none.
       */
      'watch.business_unit'?: string
      /**
       * Name or alias of the target index. Empty means the default index.
       */
      'watch.index'?: string
      /**
       * Days for which the files of deleted and replaced documents are kept, so that an index can be rebuilt as of an earlier time. 0 deletes them immediately.
       */
      'retention.generations'?: number
      /**
       * Timeout for parsing one file, in milliseconds. It is extended by the same amount for every 20 MB of the file.
       */
      'parsing.timeout_ms'?: number
      /**
       * Memory limit of a parser process, in megabytes. An increase applies to processes that start after the change.
       */
      'parsing.memory_mb'?: number
      /**
       * Maximum uncompressed size of an archive, in megabytes.
       */
      'parsing.max_inflated_mb'?: number
      /**
       * Maximum ratio of the uncompressed to the compressed size of an archive.
       */
      'parsing.max_compression_ratio'?: number
      /**
       * Maximum number of files in an archive.
       */
      'parsing.max_archive_entries'?: number
      /**
       * Maximum number of pages of a PDF. Defaults to 20,000.
       */
      'parsing.max_pages'?: number
      /**
       * How scanned pages are read: `tesseract` (on this machine), `model`, or `off`. Defaults to `model` if `parsing.ocr.model` is set, otherwise `tesseract`.
       */
      'parsing.ocr.engine'?: 'tesseract' | 'model' | 'off'
      /**
       * Languages that tesseract reads, the most frequent first. `npm install @tesseract.js-data/CODE` adds one.
       *
       * @minItems 1
       * @maxItems 8
       */
      'parsing.ocr.languages'?:
        | [string]
        | [string, string]
        | [string, string, string]
        | [string, string, string, string]
        | [string, string, string, string, string]
        | [string, string, string, string, string, string]
        | [string, string, string, string, string, string, string]
        | [string, string, string, string, string, string, string, string]
      /**
       * Alias of a multimodal model that reads scanned pages. Empty means none.
       */
      'parsing.ocr.model'?: string
      /**
       * Maximum number of scanned pages that are read per document.
       */
      'parsing.ocr.max_pages'?: number
      /**
       * Maximum time for which tesseract reads one document, in seconds. Pages that remain are reported as a warning.
       */
      'parsing.ocr.max_seconds'?: number
      /**
       * Number of pages that a process reads concurrently.
       */
      'parsing.ocr.concurrency'?: number
      /**
       * Timeout per page, in milliseconds. For tesseract, this is CPU time.
       */
      'parsing.ocr.timeout_ms'?: number
      /**
       * Maximum number of attachments of an email that become documents, including those of nested emails.
       */
      'parsing.attachments.max_files'?: number
      /**
       * Maximum nesting depth of emails within emails.
       */
      'parsing.attachments.max_depth'?: number
      /**
       * Maximum number of tokens per chunk. A table row with its header may have twice as many. Applies to documents that are uploaded after a change.
       */
      'chunking.max_tokens'?: number
      /**
       * Number of tokens that consecutive chunks share.
       */
      'chunking.overlap_tokens'?: number
      /**
       * Days for which a conversation is kept after its last question.
       */
      'chat.conversations.keep_days'?: number
      /**
       * Maximum number of conversations per person. The oldest are deleted first.
       */
      'chat.conversations.max_conversations'?: number
      /**
       * Maximum number of questions per conversation. The oldest are deleted first.
       */
      'chat.conversations.max_questions'?: number
      /**
       * Maximum size of one caller's conversations, in megabytes. A caller is the token's subject, otherwise the key, otherwise all callers together. The oldest are deleted first.
       */
      'chat.conversations.max_mb_per_caller'?: number
      /**
       * When no model is connected, checks once at startup for a model server on this machine and offers it in Settings.
       */
      'local_models.look_at_start'?: boolean
      /**
       * Tags for tenants without their own vocabulary, one per entry. Words that suggest the tag may follow a colon. If empty, any words may become tags.
       *
       * @maxItems 2000
       */
      'tagging.vocabulary'?: string[]
      /**
       * Alias of the model that chooses tags.
       */
      'tagging.model'?: string
      /**
       * Alias of the multimodal model that describes images.
       */
      'tagging.caption_model'?: string
      /**
       * Maximum number of posts per run.
       */
      'tagging.max_posts'?: number
      /**
       * Alias of the model that edits annexes.
       */
      'annex.model'?: string
      /**
       * Maximum number of tokens per model response. Longer fields are edited section by section.
       */
      'annex.max_output_tokens'?: number
      /**
       * Days for which edit sessions are kept.
       */
      'annex.keep_days'?: number
      /**
       * Alias of the model that writes guides. Without a model, the built-in writer is used.
       */
      'guides.model'?: string
      /**
       * Days for which the text that a model wrote for an unchanged annex is reused.
       */
      'guides.keep_drafts_days'?: number
      /**
       * Maximum difference between a total and the sum of its rows, in dollars.
       */
      'sdac.rules.total_mismatch.threshold'?: number
      /**
       * Maximum federal share. 1 means 100%.
       */
      'sdac.rules.federal_share_over_100.threshold'?: number
      /**
       * Minimum ratio of benefits to salary. 0.05 means 5%.
       */
      'sdac.rules.benefits_ratio.min'?: number
      /**
       * Maximum ratio of benefits to salary. 0.6 means 60%.
       */
      'sdac.rules.benefits_ratio.max'?: number
      /**
       * Maximum change from the previous quarter. 0.25 means 25%.
       */
      'sdac.rules.quarter_change.threshold'?: number
      /**
       * Maximum robust z-score among at least 8 amounts of one position.
       */
      'sdac.rules.outlier.threshold'?: number
      /**
       * Lifetime of a session, in hours.
       */
      'sdac.sessions.ttl_hours'?: number
      /**
       * Lifetime of a conversation after its last turn, in minutes.
       */
      'sdac.conversations.ttl_minutes'?: number
      /**
       * Maximum number of questions per session and day.
       */
      'sdac.limits.questions_per_session'?: number
      /**
       * Maximum number of questions per subject and day. A subject is, for example, the server of a host page.
       */
      'sdac.limits.questions_per_day'?: number
      /**
       * Maximum number of workbooks that one subject uploads or checks again through the widget per day.
       */
      'sdac.limits.uploads_per_day'?: number
      /**
       * Maximum size of a workbook, in megabytes.
       */
      'sdac.max_file_size_mb'?: number
      /**
       * Maximum number of rows that are read from a workbook.
       */
      'sdac.max_rows'?: number
      /**
       * Lets a model phrase the findings, if one is configured. Its text is checked against the findings. Otherwise templates are used.
       */
      'reasoning.explain_with_model'?: boolean
      /**
       * Alias of the model that phrases the findings.
       */
      'reasoning.model'?: string
      /**
       * Maximum number of series per run.
       */
      'reasoning.max_series'?: number
      /**
       * Maximum total number of points and values per run.
       */
      'reasoning.max_points'?: number
    }
    reply: SettingsChanged
  }
  /**
   * Connect a model server or change its connection
   */
  putModelConnection: {
    path: {
      /**
       * `embeddings`, `rerank`, `embeddings-…` for a further embedder that rebuilds of an index can name, or any other name for a server of language models.
       */
      name: string
    }
    body: ModelConnectionWantedInput
    reply: ModelConnections
  }
  /**
   * Store or replace a plan
   */
  putPlan: {
    path: {
      id: string
    }
    body: PlanDraftInput
    reply: Plan
  }
  /**
   * Store the sample plan of an invented school
   */
  putSamplePlan: {
    reply: SamplePlan
  }
  /**
   * Search an index
   */
  queryKnowledge: {
    body: KnowledgeQueryInput
    reply: KnowledgeQueryReply
  }
  /**
   * Rate a finding
   */
  rateCostReportFinding: {
    body: CostReportFeedbackBodyInput
    reply: CostReportFeedback
  }
  /**
   * Analyze series and datasets, and wait for the findings
   */
  reason: {
    body: ReasoningRequestInput
    reply: ReasoningOutput1
  }
  /**
   * Rebuild views from the log
   */
  rebuildViews: {
    body: ViewsRebuildInput
    reply: ViewsRebuilt
  }
  /**
   * Receive notifications about files in the container
   */
  receiveStorageEvents: {
    /**
     * Events of a storage account in the Event Grid schema or as CloudEvents 1.0 (one, or a batch)
     */
    body:
      | [
          (
            | {
                id: string
                eventType: string
                subject: string
                data: unknown
                [k: string]: unknown
              }
            | {
                specversion: '1.0'
                id: string
                type: string
                source: string
                subject?: string
                data: unknown
                [k: string]: unknown
              }
          ),
          ...(
            | {
                id: string
                eventType: string
                subject: string
                data: unknown
                [k: string]: unknown
              }
            | {
                specversion: '1.0'
                id: string
                type: string
                source: string
                subject?: string
                data: unknown
                [k: string]: unknown
              }
          )[],
        ]
      | {
          specversion: '1.0'
          id: string
          type: string
          source: string
          subject?: string
          data: unknown
          [k: string]: unknown
        }
    reply:
      | {
          validationResponse: string
        }
      | {
          results: {
            event_id: string
            /**
             * missing: the event names a blob that is not in the container
             */
            status: 'accepted' | 'duplicate' | 'ignored' | 'missing'
            upload_id?: string
            document_id?: string
            reason?: string
          }[]
        }
  }
  /**
   * Redeliver all failed messages
   */
  recoverWebhook: {
    path: {
      id: string
    }
    body: WebhookRecoverInput
    reply: WebhookRecovered
  }
  /**
   * Redeliver a message
   */
  redeliverWebhook: {
    path: {
      id: string
    }
    reply: WebhookQueued
  }
  /**
   * Redrive dead letters to their consumers
   */
  redriveDeadLetters: {
    body: {
      /**
       * Of dead letters.
       *
       * @minItems 1
       * @maxItems 10000
       */
      ids?: [string, ...string[]]
      /**
       * The same as `code`.
       */
      error_code?: string
      /**
       * Of the record that failed.
       */
      topic?: string
      /**
       * Who gave it up.
       */
      consumer?: string
      /**
       * Of the error.
       */
      code?: string
      /**
       * Why it was given up.
       */
      kind?: 'terminal' | 'exhausted' | 'poison' | 'schema'
      /**
       * Of the record that failed.
       */
      key?: string
      /**
       * What became of it.
       */
      state?: 'open' | 'redriven' | 'resolved' | 'discarded'
      /**
       * Not older than this time: 2026-01-15T09:30:00Z.
       */
      since?: string
      /**
       * Older than this time.
       */
      until?: string
      /**
       * Tells how many there are, and changes nothing.
       */
      dry_run?: boolean
      /**
       * Why; kept with the dead letter and in the audit record.
       */
      reason?: string
      /**
       * Records a second; as fast as the log takes them when absent.
       */
      rate?: number
    }
    reply: Redriven
  }
  /**
   * Reject the tool call that a turn waits for
   */
  rejectAgentCall: {
    path: {
      domain: string
      slug: string
      runId: string
    }
    reply: AgentRun
  }
  /**
   * Reject the step that a run waits for: Tagging suggestions
   */
  rejectTapTaggingSuggestionsRun: {
    path: {
      runId: string
    }
    body: {
      /**
       * Of the question; the only one when absent.
       */
      key?: string
    } | null
    reply: WorkflowRun
  }
  /**
   * Delete a turn of a conversation
   */
  removeExchange: {
    path: {
      conversation_id: string
      turn_id: string
    }
    reply: Conversation
  }
  /**
   * Disconnect a model server
   */
  removeModelConnection: {
    path: {
      /**
       * `embeddings`, `rerank`, `embeddings-…` for a further embedder that rebuilds of an index can name, or any other name for a server of language models.
       */
      name: string
    }
    reply: ModelConnections
  }
  /**
   * Rename a conversation
   */
  renameConversation: {
    path: {
      conversation_id: string
    }
    body: {
      title: string
    }
    reply: Conversation
  }
  /**
   * Rerun a turn from any of its steps
   */
  rerunAgent: {
    path: {
      domain: string
      slug: string
      runId: string
    }
    body: AgentRerunInput
    reply: AgentRun
  }
  /**
   * Resume a rebuild
   */
  resumeRebuild: {
    path: {
      runId: string
    }
    reply: Rebuild
  }
  /**
   * Resume a replay
   */
  resumeReplay: {
    path: {
      run_id: string
    }
    reply: Replay
  }
  /**
   * Retry a run
   */
  retryAnyRun: {
    path: {
      run_id: string
    }
    body: {
      /**
       * The step to begin with; what failed or was not done when absent.
       */
      from?: string
      /**
       * Items of that step to be done once more.
       *
       * @minItems 1
       * @maxItems 1000
       */
      items?: [number, ...number[]]
    }
    reply: Run
  }
  /**
   * Retry a run: Tagging suggestions
   */
  retryTapTaggingSuggestionsRun: {
    path: {
      runId: string
    }
    body: {
      /**
       * Ids of items to be done once more; these alone.
       *
       * @minItems 1
       * @maxItems 1000
       */
      items?: [string, ...string[]]
      /**
       * The step to begin with; what failed or was not done when absent.
       */
      from?: string
    } | null
    reply: WorkflowRun
  }
  /**
   * Retry a failed upload from the stage that failed
   */
  retryUpload: {
    path: {
      /**
       * id of an upload, as POST /upload gave it
       */
      upload_id: string
    }
    reply: UploadStatusEntity
  }
  /**
   * Retry all failed uploads with an error code or stage
   */
  retryUploads: {
    body: {
      error_code?:
        | 'encrypted'
        | 'corrupt'
        | 'empty'
        | 'unreadable'
        | 'too_large'
        | 'timed_out'
        | 'out_of_memory'
        | 'unsupported'
        | 'storage_failed'
        | 'embedding_failed'
        | 'indexing_failed'
        | 'cancelled'
        | 'internal'
      stage?: 'parsing' | 'chunking' | 'embedding' | 'indexing'
      limit?: number
    }
    reply: UploadsRetried
  }
  /**
   * Switch searches back to the old build
   */
  rollBackRebuild: {
    path: {
      runId: string
    }
    body: RebuildAnywayInput
    reply: Rebuild
  }
  /**
   * Rotate the secret of an endpoint
   */
  rotateWebhookSecret: {
    path: {
      id: string
    }
    reply: WebhookRotated
  }
  /**
   * Search the documentation
   */
  searchDocumentation: {
    query: {
      /**
       * Words or a question.
       */
      q: string
      limit?: string
    }
    reply: DocumentationFound
  }
  /**
   * Find files by a part of their name
   */
  searchFilesByName: {
    query: {
      /**
       * Part of the file name, case ignored.
       */
      q: string
    }
    /**
     * The files.
     */
    reply: FoundFile[]
  }
  /**
   * Store the definitions of agents in use
   */
  seedAgents: {
    reply: SeedReply
  }
  /**
   * Store the definitions of agents in use
   */
  seedSetup: {
    reply: SeedReply
  }
  /**
   * Choose what starts the pipeline: the upload request, or the notification of the store
   */
  setHttpTrigger: {
    body: {
      enabled: boolean
    }
    reply: {
      http_trigger_enabled: boolean
    }
  }
  /**
   * Share a conversation by a link
   */
  shareConversation: {
    path: {
      conversation_id: string
    }
    reply: ConversationLink
  }
  /**
   * Store a snapshot of a plan
   */
  snapshotPlan: {
    path: {
      id: string
    }
    reply: PlanSummary
  }
  /**
   * Start the review of a cost report
   */
  startCostReportSession: {
    body: CostReportSessionRequestInput
    reply: CostReportSession
  }
  /**
   * Start an analysis
   */
  startReasoning: {
    body: ReasoningRequestInput
    reply: ReasoningStarted
  }
  /**
   * Start a rebuild of an index next to the live one
   */
  startRebuild: {
    body: RebuildRequestInput
    reply: RebuildStarted
  }
  /**
   * Copy a range of a topic into a topic of its own
   */
  startReplay: {
    body: {
      /**
       * What is read.
       */
      topic: string
      /**
       * Where reading begins.
       */
      from?:
        | ('beginning' | 'end')
        | {
            offset:
              | number
              | {
                  [k: string]: number
                }
          }
        | {
            time: string
          }
      /**
       * Where it ends, this place left out; what comes later is not read.
       */
      to?:
        | ('beginning' | 'end')
        | {
            offset:
              | number
              | {
                  [k: string]: number
                }
          }
        | {
            time: string
          }
      /**
       * Which of the records between are taken.
       */
      filter?: {
        /**
         * Keys of records.
         *
         * @minItems 1
         * @maxItems 1000
         */
        keys?: [string, ...string[]]
        /**
         * Types of events, as `ce_type` names them.
         *
         * @minItems 1
         * @maxItems 1000
         */
        types?: [string, ...string[]]
        /**
         * Appended at this time or later.
         */
        since?: string
        /**
         * Appended before this time.
         */
        until?: string
        /**
         * Values of the payload by their dotted path: {"file.index": "documents"}.
         */
        where?: {
          [k: string]: string | number | boolean | null
        }
      }
      /**
       * {"topic": "replay.<name>"}: made where it is not there. An index is rebuilt by POST /admin/rebuilds.
       */
      into: {
        topic?: string
        index?: string
      }
      /**
       * Records a second that are read at most.
       */
      rate?: number
      /**
       * Tells how many records would be written, and writes nothing.
       */
      dry_run?: boolean
      /**
       * Why; kept in the audit record.
       */
      reason?: string
    }
    reply: ReplayDryRun | ReplayStarted
  }
  /**
   * Start a run: Tagging suggestions
   */
  startTapTaggingSuggestions: {
    body: TaggingRequestInput
    reply: WorkflowStarted
  }
  /**
   * Start the review of a cost report, for the widget
   */
  startWidgetSession: {
    body: WidgetSessionRequestInput
    reply: CostReportSession
  }
  /**
   * Ask an agent and stream its answer
   */
  streamAgent: {
    path: {
      domain: string
      slug: string
    }
    body: AgentInputInput
    reply: undefined
    events: {
      /**
       * A piece of the answer.
       */
      delta: {
        content: string
      }
      /**
       * A tool is called.
       */
      'tool-call': {
        toolCallId: string
        toolName: string
      }
      /**
       * A tool came to its end.
       */
      'tool-result': {
        toolCallId: string
        success: boolean
      }
      /**
       * Tokens of all calls of the model together.
       */
      usage: {
        promptTokens: number
        completionTokens: number
      }
      /**
       * A person has to allow a call; the stream ends.
       */
      waiting: {
        runId: string
        status: 'waiting'
      }
      /**
       * The turn failed; `done` follows.
       */
      error: {
        message: string
      }
      /**
       * The end.
       */
      done: {
        success: boolean
        finishReason?: string
      }
    }
  }
  /**
   * Upload a cost report workbook
   */
  submitIngestion: {
    /**
     * A form; see the schema of its parts.
     */
    body: FormData
    reply: CostReportAccepted
  }
  /**
   * Store the cost pools and positions of a district
   */
  syncReferenceData: {
    body: ReferenceDataInput
    reply: ReferenceDataState
  }
  /**
   * Test a model server
   */
  testModelServer: {
    body: ModelServerProbeInput
    reply: ModelServerProbed
  }
  /**
   * Check that the blob store responds
   */
  testUploadStorage: {
    reply: StorageTest
  }
  /**
   * Send `webhook.test` to an endpoint
   */
  testWebhook: {
    path: {
      id: string
    }
    reply: WebhookQueued
  }
  /**
   * Limit the rate of a rebuild
   */
  throttleRebuild: {
    path: {
      runId: string
    }
    body: RebuildRateInput
    reply: Rebuild
  }
  /**
   * Answer with citations
   */
  toolAdminAnswerWithCitations: {
    body: {
      question: string
      /**
       * Passages to answer from.
       */
      top_k?: number
      /**
       * Name or alias; the default index when absent.
       */
      index?: string
    }
    reply: {
      data: {
        answer: string
        citations: {
          marker: string
          document_id: string | null
          source_file: string | null
          page_number: number | null
          quote: string
        }[]
        /**
         * The passages that it was answered from, in the order of their markers.
         */
        sources: {
          id: string
          document_id: string | null
          index: string
          source_file: string | null
          title: string | null
          section: string | null
          page_number: number | null
          chunk_index: number | null
          score: number
          text: string
        }[]
        /**
         * The model, or `embedded`.
         */
        answered_by: string
      }
    }
  }
  /**
   * Consumer lag
   */
  toolAdminConsumerLag: {
    body: {
      /**
       * One consumer; all when absent.
       */
      consumer?: string
    }
    reply: {
      data: {
        consumers: {
          consumer: string
          topic: string
          lag: number
        }[]
        /**
         * Records that wait, of all together.
         */
        behind: number
      }
    }
  }
  /**
   * Dead letters
   */
  toolAdminDeadLetters: {
    body: {
      /**
       * Of the record that failed.
       */
      topic?: string
      /**
       * Who gave it up.
       */
      consumer?: string
      /**
       * Of the error.
       */
      code?: string
      /**
       * Why it was given up.
       */
      kind?: 'terminal' | 'exhausted' | 'poison' | 'schema'
      /**
       * What became of it.
       */
      state?: 'open' | 'redriven' | 'resolved' | 'discarded'
      /**
       * Entries at most.
       */
      top?: number
    }
    reply: {
      data: {
        total: number
        by_code: {
          [k: string]: number
        }
        by_consumer: {
          [k: string]: number
        }
        entries: {
          id: string
          state: string
          code: string
          consumer: string
          topic: string
          key: string
          message: string
          failed_at: string
        }[]
      }
    }
  }
  /**
   * Documentation search
   */
  toolAdminDocsSearch: {
    body: {
      query: string
      top_k?: number
    }
    reply: {
      data: {
        /**
         * The best match first.
         */
        sections: {
          source: string
          title: string
          text: string
        }[]
      }
    }
  }
  /**
   * Document outline
   */
  toolAdminDocumentOutline: {
    body: {
      /**
       * As knowledge-search gives it.
       */
      document_id: string
      /**
       * Name or alias; the default index when absent.
       */
      index?: string
    }
    reply: {
      data: {
        document_id: string
        source_file: string | null
        title: string | null
        chunks: number
        sections: {
          section: string | null
          from_chunk: number
          to_chunk: number
          page_number: number | null
        }[]
      }
    }
  }
  /**
   * Index statistics
   */
  toolAdminIndexStatistics: {
    body: {}
    reply: {
      data: {
        indexes: {
          alias: string
          index: string
          is_default: boolean
          chunks: number | null
        }[]
      }
    }
  }
  /**
   * Knowledge search
   */
  toolAdminKnowledgeSearch: {
    body: {
      /**
       * What to look for, in words that the documents would use.
       */
      query: string
      /**
       * Passages at most.
       */
      top_k?: number
      /**
       * Name or alias of an index; the default index when absent.
       */
      index?: string
      /**
       * OData filter on the fields of chunks, such as file_type eq 'pdf'.
       */
      filter?: string
    }
    reply: {
      data: {
        passages: {
          id: string
          document_id: string | null
          index: string
          source_file: string | null
          title: string | null
          section: string | null
          page_number: number | null
          chunk_index: number | null
          score: number
          text: string
        }[]
        /**
         * Every chunk that fits, also beyond top_k.
         */
        total: number
      }
    }
  }
  /**
   * Chunk reader
   */
  toolAdminReadChunks: {
    body: {
      /**
       * As knowledge-search gives it.
       */
      document_id: string
      /**
       * Name or alias; the default index when absent.
       */
      index?: string
      /**
       * The first chunk, from 0.
       */
      from?: number
      /**
       * Chunks at most.
       */
      count?: number
    }
    reply: {
      data: {
        chunks: {
          id: string
          document_id: string | null
          index: string
          source_file: string | null
          title: string | null
          section: string | null
          page_number: number | null
          chunk_index: number | null
          score: number
          text: string
        }[]
        total: number
      }
    }
  }
  /**
   * Cancel an edit
   */
  toolK12AnnexEditingCancel: {
    /**
     * A job.
     */
    body: {
      requestId: string
    }
    reply: {
      /**
       * The job after the wish to end it; one that was over keeps its end.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'processing' | 'success' | 'error' | 'cancelled'
        /**
         * Why it is in error.
         */
        message?: string
      }
    }
  }
  /**
   * Edit a field of a plan
   */
  toolK12AnnexEditingKickoff: {
    /**
     * What to edit, whose it is, and how.
     */
    body: {
      /**
       * Of a plan or a snapshot of one.
       */
      emergencyOperationPlanId?: string | null
      /**
       * With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
       */
      emergencyOperationPlan?: {
        [k: string]: unknown
      } | null
      emergencyOperationPlanConfigurationId?: string | null
      emergencyOperationPlanConfiguration?: {
        [k: string]: unknown
      } | null
      eopMasterCopyId?: string | null
      emergencyOperationPlanMasterCopy?: {
        [k: string]: unknown
      } | null
      userId: string
      /**
       * Kept with the job.
       */
      roleId?: string | null
      /**
       * Ids of the roles that were chosen.
       *
       * @maxItems 1000
       */
      userTagIds?: string[]
      /**
       * Roles, objects or names; they win over those of the plan.
       *
       * @maxItems 1000
       */
      roles?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      userTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      generalUserTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      form: {
        name?: string
        field: {
          group?: string
          name?: string
          /**
           * The HTML as it is now; empty: a new text is written.
           */
          content?: string
        }
      }
      /**
       * What to do; a prompt of the profile when it is left out.
       */
      prompt?: string
      /**
       * Null begins a new session.
       */
      sessionId?: string | null
      /**
       * Made by the server where it is left out.
       */
      requestId?: string | null
      /**
       * Answer when the edit is done, or at the time limit of the server.
       */
      waitForResult?: boolean
    }
    reply: {
      /**
       * The job, or what it made.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'success' | 'error' | 'cancelled'
        message: string
        workflowRunId?: string
        /**
         * Whether the content changed.
         */
        isEdit?: boolean
        /**
         * edited, unchanged, failed or cancelled.
         */
        responseStatus?: string
        /**
         * The edited HTML.
         */
        agentResponse?: {
          text: string
        }
      }
    }
  }
  /**
   * Get the result of an edit
   */
  toolK12AnnexEditingResult: {
    /**
     * A job.
     */
    body: {
      requestId: string
    }
    reply: {
      /**
       * What an edit made.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'processing' | 'success' | 'error' | 'cancelled'
        /**
         * The edited HTML, or why there is none.
         */
        message: string
        /**
         * Whether the content changed.
         */
        isEdit: boolean
      }
    }
  }
  /**
   * Get the status of edits
   */
  toolK12AnnexEditingStatus: {
    /**
     * Jobs.
     */
    body: {
      /**
       * @minItems 1
       * @maxItems 1000
       */
      requestIds: [string, ...string[]]
    }
    reply: {
      /**
       * One entry an id, in the order of the ids.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'processing' | 'success' | 'error' | 'cancelled'
        /**
         * Why it is in error.
         */
        message?: string
      }[]
    }
  }
  /**
   * Edit the plan of a district
   */
  toolK12DistrictPlanningKickoff: {
    /**
     * What to edit, whose it is, and how.
     */
    body: {
      /**
       * Of a plan or a snapshot of one.
       */
      emergencyOperationPlanId?: string | null
      /**
       * With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
       */
      emergencyOperationPlan?: {
        [k: string]: unknown
      } | null
      emergencyOperationPlanConfigurationId?: string | null
      emergencyOperationPlanConfiguration?: {
        [k: string]: unknown
      } | null
      eopMasterCopyId?: string | null
      emergencyOperationPlanMasterCopy?: {
        [k: string]: unknown
      } | null
      userId: string
      /**
       * Kept with the job.
       */
      roleId?: string | null
      /**
       * Ids of the roles that were chosen.
       *
       * @maxItems 1000
       */
      userTagIds?: string[]
      /**
       * Roles, objects or names; they win over those of the plan.
       *
       * @maxItems 1000
       */
      roles?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      userTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      generalUserTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      form: {
        name?: string
        field: {
          group?: string
          name?: string
          /**
           * The HTML as it is now; empty: a new text is written.
           */
          content?: string
        }
      }
      /**
       * What to do; a prompt of the profile when it is left out.
       */
      prompt?: string
      /**
       * Null begins a new session.
       */
      sessionId?: string | null
      /**
       * Made by the server where it is left out.
       */
      requestId?: string | null
      /**
       * Answer when the edit is done, or at the time limit of the server.
       */
      waitForResult?: boolean
    }
    reply: {
      /**
       * The job, or what it made.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'success' | 'error' | 'cancelled'
        message: string
        workflowRunId?: string
        /**
         * Whether the content changed.
         */
        isEdit?: boolean
        /**
         * edited, unchanged, failed or cancelled.
         */
        responseStatus?: string
        /**
         * The edited HTML.
         */
        agentResponse?: {
          text: string
        }
      }
    }
  }
  /**
   * Edit the plan of a building
   */
  toolK12FacilityPlanningKickoff: {
    /**
     * What to edit, whose it is, and how.
     */
    body: {
      /**
       * Of a plan or a snapshot of one.
       */
      emergencyOperationPlanId?: string | null
      /**
       * With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
       */
      emergencyOperationPlan?: {
        [k: string]: unknown
      } | null
      emergencyOperationPlanConfigurationId?: string | null
      emergencyOperationPlanConfiguration?: {
        [k: string]: unknown
      } | null
      eopMasterCopyId?: string | null
      emergencyOperationPlanMasterCopy?: {
        [k: string]: unknown
      } | null
      userId: string
      /**
       * Kept with the job.
       */
      roleId?: string | null
      /**
       * Ids of the roles that were chosen.
       *
       * @maxItems 1000
       */
      userTagIds?: string[]
      /**
       * Roles, objects or names; they win over those of the plan.
       *
       * @maxItems 1000
       */
      roles?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      userTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      generalUserTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      form: {
        name?: string
        field: {
          group?: string
          name?: string
          /**
           * The HTML as it is now; empty: a new text is written.
           */
          content?: string
        }
      }
      /**
       * What to do; a prompt of the profile when it is left out.
       */
      prompt?: string
      /**
       * Null begins a new session.
       */
      sessionId?: string | null
      /**
       * Made by the server where it is left out.
       */
      requestId?: string | null
      /**
       * Answer when the edit is done, or at the time limit of the server.
       */
      waitForResult?: boolean
    }
    reply: {
      /**
       * The job, or what it made.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'success' | 'error' | 'cancelled'
        message: string
        workflowRunId?: string
        /**
         * Whether the content changed.
         */
        isEdit?: boolean
        /**
         * edited, unchanged, failed or cancelled.
         */
        responseStatus?: string
        /**
         * The edited HTML.
         */
        agentResponse?: {
          text: string
        }
      }
    }
  }
  /**
   * Edit a functional annex
   */
  toolK12FunctionalAnnexKickoff: {
    /**
     * What to edit, whose it is, and how.
     */
    body: {
      /**
       * Of a plan or a snapshot of one.
       */
      emergencyOperationPlanId?: string | null
      /**
       * With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
       */
      emergencyOperationPlan?: {
        [k: string]: unknown
      } | null
      emergencyOperationPlanConfigurationId?: string | null
      emergencyOperationPlanConfiguration?: {
        [k: string]: unknown
      } | null
      eopMasterCopyId?: string | null
      emergencyOperationPlanMasterCopy?: {
        [k: string]: unknown
      } | null
      userId: string
      /**
       * Kept with the job.
       */
      roleId?: string | null
      /**
       * Ids of the roles that were chosen.
       *
       * @maxItems 1000
       */
      userTagIds?: string[]
      /**
       * Roles, objects or names; they win over those of the plan.
       *
       * @maxItems 1000
       */
      roles?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      userTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      generalUserTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      form: {
        name?: string
        field: {
          group?: string
          name?: string
          /**
           * The HTML as it is now; empty: a new text is written.
           */
          content?: string
        }
      }
      /**
       * What to do; a prompt of the profile when it is left out.
       */
      prompt?: string
      /**
       * Null begins a new session.
       */
      sessionId?: string | null
      /**
       * Made by the server where it is left out.
       */
      requestId?: string | null
      /**
       * Answer when the edit is done, or at the time limit of the server.
       */
      waitForResult?: boolean
    }
    reply: {
      /**
       * The job, or what it made.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'success' | 'error' | 'cancelled'
        message: string
        workflowRunId?: string
        /**
         * Whether the content changed.
         */
        isEdit?: boolean
        /**
         * edited, unchanged, failed or cancelled.
         */
        responseStatus?: string
        /**
         * The edited HTML.
         */
        agentResponse?: {
          text: string
        }
      }
    }
  }
  /**
   * Suggest roles for a functional annex
   */
  toolK12FunctionalAnnexSuggestRolesKickoff: {
    /**
     * What to edit, whose it is, and how.
     */
    body: {
      /**
       * Of a plan or a snapshot of one.
       */
      emergencyOperationPlanId?: string | null
      /**
       * With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
       */
      emergencyOperationPlan?: {
        [k: string]: unknown
      } | null
      emergencyOperationPlanConfigurationId?: string | null
      emergencyOperationPlanConfiguration?: {
        [k: string]: unknown
      } | null
      eopMasterCopyId?: string | null
      emergencyOperationPlanMasterCopy?: {
        [k: string]: unknown
      } | null
      userId: string
      /**
       * Kept with the job.
       */
      roleId?: string | null
      /**
       * Ids of the roles that were chosen.
       *
       * @maxItems 1000
       */
      userTagIds?: string[]
      /**
       * Roles, objects or names; they win over those of the plan.
       *
       * @maxItems 1000
       */
      roles?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      userTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      generalUserTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      form: {
        name?: string
        field: {
          group?: string
          name?: string
          /**
           * The HTML as it is now; empty: a new text is written.
           */
          content?: string
        }
      }
      /**
       * What to do; a prompt of the profile when it is left out.
       */
      prompt?: string
      /**
       * Null begins a new session.
       */
      sessionId?: string | null
      /**
       * Made by the server where it is left out.
       */
      requestId?: string | null
      /**
       * Answer when the edit is done, or at the time limit of the server.
       */
      waitForResult?: boolean
    }
    reply: {
      /**
       * The job, or what it made.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'success' | 'error' | 'cancelled'
        message: string
        workflowRunId?: string
        /**
         * Whether the content changed.
         */
        isEdit?: boolean
        /**
         * edited, unchanged, failed or cancelled.
         */
        responseStatus?: string
        /**
         * The edited HTML.
         */
        agentResponse?: {
          text: string
        }
      }
    }
  }
  /**
   * Edit a hazard annex
   */
  toolK12HazardAnnexKickoff: {
    /**
     * What to edit, whose it is, and how.
     */
    body: {
      /**
       * Of a plan or a snapshot of one.
       */
      emergencyOperationPlanId?: string | null
      /**
       * With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
       */
      emergencyOperationPlan?: {
        [k: string]: unknown
      } | null
      emergencyOperationPlanConfigurationId?: string | null
      emergencyOperationPlanConfiguration?: {
        [k: string]: unknown
      } | null
      eopMasterCopyId?: string | null
      emergencyOperationPlanMasterCopy?: {
        [k: string]: unknown
      } | null
      userId: string
      /**
       * Kept with the job.
       */
      roleId?: string | null
      /**
       * Ids of the roles that were chosen.
       *
       * @maxItems 1000
       */
      userTagIds?: string[]
      /**
       * Roles, objects or names; they win over those of the plan.
       *
       * @maxItems 1000
       */
      roles?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      userTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      generalUserTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      form: {
        name?: string
        field: {
          group?: string
          name?: string
          /**
           * The HTML as it is now; empty: a new text is written.
           */
          content?: string
        }
      }
      /**
       * What to do; a prompt of the profile when it is left out.
       */
      prompt?: string
      /**
       * Null begins a new session.
       */
      sessionId?: string | null
      /**
       * Made by the server where it is left out.
       */
      requestId?: string | null
      /**
       * Answer when the edit is done, or at the time limit of the server.
       */
      waitForResult?: boolean
    }
    reply: {
      /**
       * The job, or what it made.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'success' | 'error' | 'cancelled'
        message: string
        workflowRunId?: string
        /**
         * Whether the content changed.
         */
        isEdit?: boolean
        /**
         * edited, unchanged, failed or cancelled.
         */
        responseStatus?: string
        /**
         * The edited HTML.
         */
        agentResponse?: {
          text: string
        }
      }
    }
  }
  /**
   * Suggest roles for a hazard annex
   */
  toolK12HazardAnnexSuggestRolesKickoff: {
    /**
     * What to edit, whose it is, and how.
     */
    body: {
      /**
       * Of a plan or a snapshot of one.
       */
      emergencyOperationPlanId?: string | null
      /**
       * With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.
       */
      emergencyOperationPlan?: {
        [k: string]: unknown
      } | null
      emergencyOperationPlanConfigurationId?: string | null
      emergencyOperationPlanConfiguration?: {
        [k: string]: unknown
      } | null
      eopMasterCopyId?: string | null
      emergencyOperationPlanMasterCopy?: {
        [k: string]: unknown
      } | null
      userId: string
      /**
       * Kept with the job.
       */
      roleId?: string | null
      /**
       * Ids of the roles that were chosen.
       *
       * @maxItems 1000
       */
      userTagIds?: string[]
      /**
       * Roles, objects or names; they win over those of the plan.
       *
       * @maxItems 1000
       */
      roles?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      userTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      /**
       * As roles.
       *
       * @maxItems 1000
       */
      generalUserTags?: (
        | string
        | {
            id?: string
            name?: string
            [k: string]: unknown
          }
      )[]
      form: {
        name?: string
        field: {
          group?: string
          name?: string
          /**
           * The HTML as it is now; empty: a new text is written.
           */
          content?: string
        }
      }
      /**
       * What to do; a prompt of the profile when it is left out.
       */
      prompt?: string
      /**
       * Null begins a new session.
       */
      sessionId?: string | null
      /**
       * Made by the server where it is left out.
       */
      requestId?: string | null
      /**
       * Answer when the edit is done, or at the time limit of the server.
       */
      waitForResult?: boolean
    }
    reply: {
      /**
       * The job, or what it made.
       */
      data: {
        requestId: string
        sessionId: string
        status: 'accepted' | 'success' | 'error' | 'cancelled'
        message: string
        workflowRunId?: string
        /**
         * Whether the content changed.
         */
        isEdit?: boolean
        /**
         * edited, unchanged, failed or cancelled.
         */
        responseStatus?: string
        /**
         * The edited HTML.
         */
        agentResponse?: {
          text: string
        }
      }
    }
  }
  /**
   * Look up a plan
   */
  toolK12PlanLookup: {
    body: {
      planId?: string
      /**
       * Needs planId.
       */
      annexId?: string
      /**
       * The character to begin at.
       */
      from?: number
    }
    reply: {
      data: {
        plans?: {
          id: string
          name: string
        }[]
        plan?: {
          id: string
          name: string
          annexes: {
            id: string
            name: string
            type: string
          }[]
          roles: {
            id: string
            name: string
          }[]
        }
        annex?: {
          id: string
          name: string
          type: string
          html: string
          /**
           * Where the text goes on.
           */
          next: number | null
        }
      }
    }
  }
  /**
   * Cancel the generation of guides
   */
  toolK12QrgGenerationCancel: {
    body: {
      requestId: string
    }
    reply: {
      data: GuidesStatus
    }
  }
  /**
   * Generate quick reference guides
   */
  toolK12QrgGenerationKickoff: {
    body: {
      emergencyOperationPlanId: string
      /**
       * Roles that guides are for; all of the plan’s when left out.
       *
       * @maxItems 1000
       */
      generalUserTagIds?: string[]
      /**
       * Of guides that belong together; null begins a new one.
       */
      sessionId?: string | null
      /**
       * The caller’s own name of the job; the same body again is the same job.
       */
      requestId?: string | null
      waitForResult?: boolean
    }
    reply: {
      data: GuidesReply
    }
  }
  /**
   * Get the guides of a job
   */
  toolK12QrgGenerationResult: {
    body: {
      requestId: string
    }
    reply: {
      data: GuidesReply
    }
  }
  /**
   * Get the status of guides
   */
  toolK12QrgGenerationStatus: {
    body: {
      /**
       * @minItems 1
       * @maxItems 100
       */
      requestIds: [string, ...string[]]
    }
    reply: {
      data: GuidesStatus[]
    }
  }
  /**
   * Compare quarters
   */
  toolSdacCompareQuarters: {
    body: {
      /**
       * The report that it is about.
       */
      reportId: string
    }
    reply: {
      data: {
        [k: string]: unknown
      }
    }
  }
  /**
   * Cost variance
   */
  toolSdacCostVariance: {
    body: {
      /**
       * Percent.
       */
      threshold?: number
      /**
       * The report that it is about.
       */
      reportId: string
    }
    reply: {
      data: {
        [k: string]: unknown
      }
    }
  }
  /**
   * Explain finding
   */
  toolSdacExplainFinding: {
    body: {
      /**
       * Its number (`3`) or id (`F3`); the first when absent.
       */
      finding?: number | string
      /**
       * Of the words; English when absent.
       */
      language?: 'en' | 'de' | 'es'
      /**
       * The report that it is about.
       */
      reportId: string
    }
    reply: {
      data: {
        [k: string]: unknown
      }
    }
  }
  /**
   * List findings
   */
  toolSdacListFindings: {
    body: {
      severity?: 'error' | 'warning' | 'info'
      rule?:
        | 'missing_value'
        | 'malformed_value'
        | 'negative_amount'
        | 'duplicate_employee'
        | 'total_mismatch'
        | 'federal_share_over_100'
        | 'benefits_ratio'
        | 'position_without_pool'
        | 'quarter_change'
        | 'outlier'
      /**
       * In these rows alone.
       *
       * @maxItems 50
       */
      rows?: number[]
      /**
       * Of the words; English when absent.
       */
      language?: 'en' | 'de' | 'es'
      /**
       * The place in the list to begin at, from 1.
       */
      from?: number
      /**
       * 20 when absent.
       */
      limit?: number
      /**
       * The report that it is about.
       */
      reportId: string
    }
    reply: {
      data: {
        [k: string]: unknown
      }
    }
  }
  /**
   * List quarters
   */
  toolSdacListQuarters: {
    body: {
      /**
       * All years when absent.
       */
      year?: number
      /**
       * The report that it is about.
       */
      reportId: string
    }
    reply: {
      data: {
        [k: string]: unknown
      }
    }
  }
  /**
   * List reports
   */
  toolSdacListReports: {
    body: {
      /**
       * A quarter, as 2026-Q1.
       */
      period?: string
      limit?: number
    }
    reply: {
      data: {
        total: number
        reports: {
          reportId: string
          district: string
          period: string
          file: string
          status: 'queued' | 'processing' | 'ready' | 'error'
          createdAt: string
        }[]
      }
    }
  }
  /**
   * Query rows
   */
  toolSdacQueryRows: {
    body: {
      /**
       * The row of the sheet, from 1.
       */
      row?: number
      sheet?: string
      /**
       * Words that name employees by id or name: rows of those alone.
       */
      mentions?: string
      /**
       * Rows of these positions alone.
       *
       * @maxItems 200
       */
      positions?: string[]
      /**
       * Rows of these cost pools alone.
       *
       * @maxItems 200
       */
      pools?: string[]
      /**
       * Rows whose cell of this field is empty or malformed alone.
       */
      missing?: 'id' | 'name' | 'position' | 'pool' | 'salary' | 'benefits' | 'share' | 'period'
      /**
       * What is counted: `salary` when absent.
       */
      measure?: 'salary' | 'benefits' | 'total' | 'federal' | 'share'
      /**
       * Rows where it is more than so much alone.
       */
      above?: number
      /**
       * Rows where it is less than so much alone.
       */
      below?: number
      /**
       * Which rows are shown first; as in the sheet when absent.
       */
      order?: 'sheet' | 'highest' | 'lowest'
      /**
       * Groups that are measured too.
       */
      by?: 'position' | 'pool' | 'sheet'
      /**
       * Rows that are shown; 5 when absent.
       */
      limit?: number
      /**
       * The report that it is about.
       */
      reportId: string
    }
    reply: {
      data: {
        [k: string]: unknown
      }
    }
  }
  /**
   * Recompute totals
   */
  toolSdacRecomputeTotals: {
    body: {
      /**
       * `pool` when absent.
       */
      by?: 'pool' | 'position' | 'sheet'
      /**
       * The report that it is about.
       */
      reportId: string
    }
    reply: {
      data: {
        [k: string]: unknown
      }
    }
  }
  /**
   * Report summary
   */
  toolSdacReportSummary: {
    body: {
      /**
       * The report that it is about.
       */
      reportId: string
    }
    reply: {
      data: {
        [k: string]: unknown
      }
    }
  }
  /**
   * Validate cost report
   */
  toolSdacValidateCostReport: {
    body: {
      /**
       * The report that it is about.
       */
      reportId: string
    }
    reply: {
      data: {
        [k: string]: unknown
      }
    }
  }
  /**
   * Revoke the link to a conversation
   */
  unshareConversation: {
    path: {
      conversation_id: string
    }
    reply: Conversation
  }
  /**
   * Upload a cost report workbook
   */
  uploadCostReport: {
    /**
     * A form; see the schema of its parts.
     */
    body: FormData
    reply: CostReportAccepted
  }
  /**
   * Upload a document
   */
  uploadDocument: {
    /**
     * A form; see the schema of its parts.
     */
    body: FormData
    reply: UploadResponse
  }
  /**
   * Upload a document
   */
  uploadDocumentForRag: {
    /**
     * A form; see the schema of its parts.
     */
    body: FormData
    reply: UploadResponse
  }
  /**
   * Upload a document from a URL
   */
  uploadFromUrl: {
    body: UploadFromUrlInput
    reply: UploadResponse
  }
  /**
   * Upload a cost report workbook, for the widget
   */
  uploadWidgetReport: {
    /**
     * A form; see the schema of its parts.
     */
    body: FormData
    reply: CostReportAccepted
  }
  /**
   * Check a report again, with the current thresholds and the latest previous quarter
   */
  validateCostReport: {
    body: CostReportValidationInput
    reply: CostReportJob
  }
  /**
   * Get the page inside the widget’s frame
   */
  widgetFrame: {
    reply: string
  }
  /**
   * Get the script that embeds the review widget in a page
   */
  widgetScript: {
    reply: string
  }
}
/**
 * A turn of an agent, as it is recorded.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AgentRun".
 */
export interface AgentRun {
  runId: string
  agent: string
  title: string
  status: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  createdAt: string
  endedAt: string | null
  /**
   * Version of the prompt that the agent was told.
   */
  prompt?: string
  /**
   * The call that a person has to allow.
   */
  waitingFor?: {
    tool: string
    input: unknown
  }
  error?: {
    code: string
    message: string
  }
  /**
   * Of a turn that came to no answer: its calls of the model and of tools until then.
   */
  steps?: unknown[]
  result?: {
    text: string
    /**
     * Of agents that answer in a form: the answer as data.
     */
    object?: {
      [k: string]: unknown
    }
    /**
     * Tokens of all calls of the model together.
     */
    usage: {
      promptTokens: number
      completionTokens: number
    }
    /**
     * By the price of the alias; absent where it has none.
     */
    cost?: {
      amount: number
      currency: string
      estimated: boolean
    }
    finishReason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'error'
    /**
     * `embedded`: no model is configured, and the words are made of what tools gave.
     */
    model: string
    /**
     * Calls of the model and of tools, in their order.
     */
    steps: unknown[]
  }
}
/**
 * A run of a workflow.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WorkflowRun".
 */
export interface WorkflowRun {
  runId: string
  status: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  /**
   * Counts of items; processed is the sum of the three behind it.
   */
  progress: {
    total: number
    processed: number
    succeeded: number
    failed: number
    skipped: number
  }
  /**
   * ISO 8601.
   */
  createdAt: string
  /**
   * Id of the workflow.
   */
  workflow: string
  title?: string
  /**
   * From 1; grows with each retry.
   */
  epoch: number
  steps: {
    name: string
    status: string
    total: number | null
    done: number
    failed: number
    skipped: number
    startedAt: string | null
    endedAt: string | null
    reason: string | null
    error: {
      code: string
      message: string
    } | null
  }[]
  /**
   * What waits for approval.
   */
  questions: {
    key: string
    step: string
    about: unknown
  }[]
  startedAt: string | null
  endedAt: string | null
  /**
   * Why it failed or was canceled.
   */
  reason: string | null
  error: {
    code: string
    message: string
  } | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportQuestionInput".
 */
export interface CostReportQuestionInput {
  /**
   * The report that it is about.
   */
  reportId: string
  message: string
  /**
   * Who asks, as the page knows them; their conversations are kept apart.
   */
  userId: string
  sessionId: string
  /**
   * Language of the page (`en`, `de`, `es`), for a question that does not show its own.
   */
  lang?: string
  /**
   * Of the conversation that goes on; absent: a new one.
   */
  conversationId?: string
}
/**
 * One of messages, prompt and message.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AgentInputInput".
 */
export interface AgentInputInput {
  /**
   * The conversation, the newest message last.
   *
   * @minItems 1
   * @maxItems 500
   */
  messages?: [
    {
      role: 'user' | 'assistant' | 'system'
      content:
        | string
        | [
            (
              | {
                  type: 'text'
                  text: string
                }
              | {
                  type: 'image'
                  /**
                   * An https address, or a data: URL of an image.
                   */
                  image: string
                }
            ),
            ...(
              | {
                  type: 'text'
                  text: string
                }
              | {
                  type: 'image'
                  /**
                   * An https address, or a data: URL of an image.
                   */
                  image: string
                }
            )[],
          ]
    },
    ...{
      role: 'user' | 'assistant' | 'system'
      content:
        | string
        | [
            (
              | {
                  type: 'text'
                  text: string
                }
              | {
                  type: 'image'
                  /**
                   * An https address, or a data: URL of an image.
                   */
                  image: string
                }
            ),
            ...(
              | {
                  type: 'text'
                  text: string
                }
              | {
                  type: 'image'
                  /**
                   * An https address, or a data: URL of an image.
                   */
                  image: string
                }
            )[],
          ]
    }[],
  ]
  /**
   * One message of the user.
   */
  prompt?: string
  /**
   * The same as prompt.
   */
  message?: string
}
/**
 * What an agent answered.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AgentAnswer".
 */
export interface AgentAnswer {
  text: string
  /**
   * Of agents that answer in a form: the answer as data.
   */
  object?: {
    [k: string]: unknown
  }
  /**
   * Tokens of all calls of the model together.
   */
  usage: {
    promptTokens: number
    completionTokens: number
  }
  /**
   * By the price of the alias; absent where it has none.
   */
  cost?: {
    amount: number
    currency: string
    estimated: boolean
  }
  finishReason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'error'
  /**
   * `embedded`: no model is configured, and the words are made of what tools gave.
   */
  model: string
  /**
   * Under which the turn is recorded.
   */
  runId: string
}
/**
 * A person has to allow a call first.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AgentWaiting".
 */
export interface AgentWaiting {
  runId: string
  status: 'waiting'
}
/**
 * A question about this product.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DocsQuestionInput".
 */
export interface DocsQuestionInput {
  question: string
}
/**
 * An answer from the documentation, with the sections that it cites.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DocsAnswer".
 */
export interface DocsAnswer {
  answer: string
  citations: {
    marker: string
    source: string
    title: string
    quote: string
    /**
     * The address of the section in the console.
     */
    path?: string
  }[]
  scope: 'external' | 'internal'
  /**
   * `embedded`: no model is connected, and the answer quotes the documentation.
   */
  model: string
  runId: string
}
/**
 * A job, its steps and how far they are.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Run".
 */
export interface Run {
  run_id: string
  kind: string
  /**
   * What it is about, in one line.
   */
  title?: string
  status: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  /**
   * From 1; grows with each retry.
   */
  epoch: number
  /**
   * 0 to 1, by the steps that are over and their items.
   */
  progress: number
  steps: {
    name: string
    status: 'pending' | 'planning' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled'
    /**
     * Items; null until it is known.
     */
    total: number | null
    done: number
    failed: number
    /**
     * Items that there was nothing to do for.
     */
    skipped: number
    started_at: string | null
    ended_at: string | null
    /**
     * Why it was skipped.
     */
    reason: string | null
    /**
     * The first failure.
     */
    error: {
      code: string
      message: string
    } | null
    /**
     * Of items under way that tell of themselves.
     */
    items: {
      done: number
      total: number
      unit?: string
      item: number
    }[]
  }[]
  /**
   * What a person has to decide first.
   */
  questions: {
    key: string
    step: string
    about: unknown
    /**
     * JSON Schema of the answer.
     */
    answer?: {
      [k: string]: unknown
    }
  }[]
  created_at: string
  started_at: string | null
  ended_at: string | null
  deadline_at: string | null
  /**
   * Why it failed or was canceled.
   */
  reason: string | null
  error: {
    code: string
    message: string
  } | null
  /**
   * Once it is completed.
   */
  result?: {
    [k: string]: unknown
  }
}
/**
 * The run after its end.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReasoningRunCancelled".
 */
export interface ReasoningRunCancelled {
  runId: string
  /**
   * The question, its first line of 200 characters.
   */
  objective: string
  status: 'running' | 'completed' | 'failed'
  /**
   * Why it failed; `cancelled` where somebody ended it.
   */
  reason?: string
  createdAt: string
  steps: {
    step: string
    status: string
    reason?: string
  }[]
}
/**
 * A build of an index beside the live one.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Rebuild".
 */
export interface Rebuild {
  runId: string
  index: string
  from: 'received' | 'parsed' | 'chunked' | 'embedded'
  config: {
    [k: string]: unknown
  }
  /**
   * null: what the index shows now.
   */
  as_of: string | null
  status: 'running' | 'built' | 'live' | 'rolled_back' | 'discarded' | 'failed' | 'cancelled'
  paused: boolean
  rate: number | null
  /**
   * Documents that were looked at.
   */
  read: number
  /**
   * Documents that were written into the new build.
   */
  written: number
  total: number
  failed: number
  /**
   * Of the first hundred documents that could not be built, why.
   */
  failures: {
    document_id: string
    source_file?: string
    message: string
  }[]
  /**
   * From what was written so far. null: nothing was measured yet, it waits for one document, it is paused, or it failed or was canceled.
   */
  eta_seconds: number | null
  /**
   * A file that has been worked on for ten seconds and more, while nothing else was written. How long it still takes is not known.
   */
  waits_for: string | null
  builds: {
    old: string | null
    new: string | null
  }
  compare?: {
    documents: {
      old: number
      new: number
    }
    chunks: {
      old: number
      new: number
    }
    /**
     * Documents that the old build shows and the new one does not.
     */
    missing: number
    /**
     * Ids of the first of them.
     */
    missing_documents?: string[]
    /**
     * Documents that only the new build shows.
     */
    extra: number
    /**
     * Questions that both builds were asked: those of the request, else one made of a passage of each of up to 30 documents.
     */
    queries?: number
    /**
     * Share of the first ten documents that both builds find.
     */
    overlap_at_10?: number
    /**
     * nDCG@10 by documents, over the questions of which it is known what they should find.
     */
    ndcg?: {
      old: number
      new: number
      difference: number
      /**
       * 95 % of the difference, by 1,000 seeded resamples of the questions.
       *
       * @minItems 2
       * @maxItems 2
       */
      interval: [number, number]
    }
    examples?: {
      query: string
      overlap_at_10: number
      old: {
        document_id: string
        source_file: string
        text: string
      }[]
      new: {
        document_id: string
        source_file: string
        text: string
      }[]
    }[]
  }
  reason: string | null
  actor: string
  created_at: string
  built_at: string | null
  live_at: string | null
  ended_at: string | null
}
/**
 * A range of a topic that is written into another one.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  runId: string
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled'
  topic: string
  into: string
  read: number
  written: number
  /**
   * Records of the range, before the filter.
   */
  total: number
  /**
   * null: not known yet.
   */
  eta_seconds: number | null
  /**
   * Why it was started.
   */
  reason: string | null
  failure: string | null
  actor: string
  created_at: string
  ended_at: string | null
}
/**
 * Status of an upload.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadStatusEntity".
 */
export interface UploadStatusEntity {
  upload_id: string
  document_id: string
  filename: string
  index: string
  status: 'queued' | 'processing' | 'complete' | 'error'
  progress: number
  processing_stage: 'received' | 'stored' | 'parsing' | 'chunking' | 'embedding' | 'indexing' | 'indexed'
  message: string
  errors: {
    /**
     * Error code.
     */
    code:
      | 'encrypted'
      | 'corrupt'
      | 'empty'
      | 'unreadable'
      | 'too_large'
      | 'timed_out'
      | 'out_of_memory'
      | 'unsupported'
      | 'storage_failed'
      | 'embedding_failed'
      | 'indexing_failed'
      | 'cancelled'
      | 'internal'
    /**
     * Message for people.
     */
    message: string
    /**
     * Stage that failed.
     */
    stage: 'received' | 'stored' | 'parsing' | 'chunking' | 'embedding' | 'indexing' | 'indexed'
    /**
     * Whether a retry may succeed.
     */
    retryable: boolean
    /**
     * Processing attempt that failed.
     */
    attempt: number
    /**
     * Time of the error.
     */
    at: string
  }[]
  /**
   * What was left out of its text or may be wrong in it, such as scanned pages; a retry reads what was left.
   */
  warnings: string[]
  metadata: {
    [k: string]: unknown
  }
  timestamps: {
    created: string
    updated: string
    completed: string | null
  }
  attempt: number
  size_bytes: number
  pages: number | null
  chunks: number | null
  /**
   * Whether its passages can be found; false for a file that is only kept, and once a newer one has taken its place.
   */
  searchable: boolean
  /**
   * The mail that the file came with.
   */
  attached_to: {
    upload_id: string
    document_id: string
    filename: string
  } | null
  /**
   * Files of a mail, which are documents of their own and go with it.
   */
  attachments: {
    upload_id: string
    document_id: string
    filename: string
    size_bytes: number
  }[]
  /**
   * Null once the upload has ended, and for the past states of an event stream.
   */
  queue: {
    /**
     * Uploads accepted earlier that have not ended.
     */
    position: number
    /**
     * Of these, uploads of the same caller; callers take turns.
     */
    own: number
    /**
     * At the pace of the last minutes; null when that is not known.
     */
    eta_seconds: number | null
    /**
     * starved: it waits and nothing has moved for 30 s. stuck: it stood in its stage for longer than that may take.
     */
    state: 'moving' | 'starved' | 'stuck'
  } | null
}
/**
 * An index and what to do with it.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IndexSpecInput".
 */
export interface IndexSpecInput {
  mode: 'create' | 'update' | 'upsert'
  /**
   * Azure AI Search's index JSON.
   */
  index: {
    [k: string]: unknown
  }
}
/**
 * What was done to the index.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IndexChange".
 */
export interface IndexChange {
  status: 'created' | 'updated'
  name: string
  created?: true
  updated?: true
}
/**
 * What is to be another way.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookChangeInput".
 */
export interface WebhookChangeInput {
  /**
   * https address on the internet.
   */
  url?: string
  /**
   * What is sent.
   *
   * @minItems 1
   * @maxItems 20
   */
  events?:
    | ['document.processed' | 'document.removed' | 'chat.completed' | 'run.ended']
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
  /**
   * For people.
   */
  description?: string
  enabled?: boolean
}
/**
 * An endpoint.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Webhook".
 */
export interface Webhook {
  id: string
  url: string
  events: string[]
  description: string
  enabled: boolean
  /**
   * Why the platform disabled it: 410, or nothing arrived for five days.
   */
  disabled_reason: ('gone' | 'failing') | null
  /**
   * Of the first attempt that failed since one arrived.
   */
  failing_since: string | null
  created_at: string
}
/**
 * The index is empty, or what would go from it.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IndexCleared".
 */
export interface IndexCleared {
  status: 'cleared' | 'would_clear'
  name: string
  /**
   * Chunks that are gone: none of a dry run.
   */
  deleted: number
  /**
   * Of a dry run: documents that would not be found any more.
   */
  documents?: number
  /**
   * Of a dry run: chunks that would go.
   */
  chunks?: number
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportCorrectionInput".
 */
export interface CostReportCorrectionInput {
  /**
   * @minItems 1
   * @maxItems 100
   */
  sheets: [
    {
      name: string
      /**
       * false: leave the sheet out.
       */
      use?: boolean
      /**
       * The last row of the headers; 0: the sheet has none.
       */
      header_row?: number
      /**
       * The column of each field, by its letters; null: there is none.
       */
      columns?: {
        [k: string]: string | null
      }
    },
    ...{
      name: string
      /**
       * false: leave the sheet out.
       */
      use?: boolean
      /**
       * The last row of the headers; 0: the sheet has none.
       */
      header_row?: number
      /**
       * The column of each field, by its letters; null: there is none.
       */
      columns?: {
        [k: string]: string | null
      }
    }[],
  ]
  /**
   * Whether later workbooks of the district are read the same way.
   */
  remember?: boolean
}
/**
 * How the upload of a workbook fares.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportJob".
 */
export interface CostReportJob {
  jobId: string
  reportId: string
  status: 'queued' | 'processing' | 'complete' | 'error'
  progress: number
  /**
   * What is done: received, parsed, costs, validated, analysed.
   */
  stage: string
  message: string
  errors: {
    code: string
    message: string
  }[]
}
/**
 * What became of each configured alias.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IndexesCreated".
 */
export interface IndexesCreated {
  /**
   * failed: at least one index could not be made.
   */
  status: 'ok' | 'failed'
  results: {
    alias: string
    name: string
    status: 'created' | 'exists' | 'failed'
    message?: string
  }[]
}
/**
 * A conversation as clients of OpenAI send it.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ChatCompletionRequestInput".
 */
export interface ChatCompletionRequestInput {
  /**
   * Alias of a model; see GET /v1/models.
   */
  model?: string
  /**
   * The last one is the question. Those of `system` have no effect: the prompt repository rules the prompt.
   *
   * @minItems 1
   * @maxItems 1000
   */
  messages: [
    {
      role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
      content?:
        | (
            | string
            | (
                | {
                    type: 'text'
                    text: string
                  }
                | {
                    type: string
                    [k: string]: unknown
                  }
              )[]
          )
        | null
      [k: string]: unknown
    },
    ...{
      role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
      content?:
        | (
            | string
            | (
                | {
                    type: 'text'
                    text: string
                  }
                | {
                    type: string
                    [k: string]: unknown
                  }
              )[]
          )
        | null
      [k: string]: unknown
    }[],
  ]
  stream?: boolean | null
  stream_options?: {
    include_usage?: boolean
    [k: string]: unknown
  } | null
  /**
   * One answer.
   */
  n?: 1 | null
  temperature?: number | null
  top_p?: number | null
  max_tokens?: number | null
  max_completion_tokens?: number | null
  /**
   * Answers are text.
   */
  response_format?: {
    type: 'text'
    [k: string]: unknown
  } | null
  /**
   * Tools of the caller are never called, so that none can be demanded.
   */
  tool_choice?: ('none' | 'auto') | null
  stop?: (string | [] | [string] | [string, string] | [string, string, string] | [string, string, string, string]) | null
  /**
   * As in /api/v2/flexible-chat: filter, index, top_k.
   */
  fetch_args?: {
    CloudSearchFetcher?: {
      /**
       * Search text; the question when absent. `*`: whatever passes the filter.
       */
      query?: string
      /**
       * Filter in OData syntax.
       */
      filter?: string
      /**
       * Number of sources; 0 retrieves nothing. Where fewer passages differ, the rest are copies of them in other documents.
       */
      top_k?: number
      include_total_count?: boolean
      /**
       * `<field>` or `<field>,count:<n>`.
       *
       * @maxItems 50
       */
      facets?: string[]
      /**
       * @maxItems 50
       */
      highlight_fields?: string[]
      /**
       * Fields of each source.
       *
       * @maxItems 100
       */
      select_fields?: string[]
      /**
       * true: hybrid, false: text only; absent: as configured.
       */
      vector_search?: boolean
      /**
       * Let the configured judge put the best passages into order; absent: as configured.
       */
      rerank?: boolean
      /**
       * Passages that say the same count once; absent: as configured, and copies are listed last where top_k has room.
       */
      deduplicate?: boolean
      /**
       * Alias or name of the index.
       */
      index?: string
      [k: string]: unknown
    }
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * An answer as clients of OpenAI read it; citations stand in its text and beside it.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ChatCompletion".
 */
export interface ChatCompletion {
  id: string
  object: 'chat.completion'
  /**
   * Seconds since 1970.
   */
  created: number
  model: string
  choices: {
    index: 0
    message: {
      role: 'assistant'
      /**
       * The answer, and its sources as a list.
       */
      content: string
    }
    /**
     * `length`: the answer breaks off at its limit of tokens.
     */
    finish_reason: 'stop' | 'length'
  }[]
  usage: {
    prompt_tokens: number
    completion_tokens: number
    total_tokens: number
  }
  /**
   * As in /api/v2/flexible-chat.
   */
  citations: Citation[]
  answer_kind?: string
}
/**
 * What a marker in the answer points at, or a sentence of the answer that nothing supports.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Citation".
 */
export interface Citation {
  /**
   * As it stands in the answer: `[1]`. Empty for a sentence without one that nothing supports.
   */
  marker: string
  /**
   * The chunk. null where nothing was retrieved.
   */
  source_id: string | null
  document_id: string | null
  filename: string | null
  /**
   * Page of the quote’s first words.
   */
  page_number: number | null
  /**
   * Page of its last words, where that is another one.
   */
  page_end?: number | null
  /**
   * Place of the quote in the text of the document.
   */
  char_start: number | null
  char_end: number | null
  /**
   * Word for word from the chunk; without a marker the place that comes closest.
   */
  quote: string
  /**
   * Path of the console that opens the document at the quote. null where the chunk names no upload.
   */
  link: string | null
  /**
   * What the answer says there, without markers and emphasis.
   */
  sentence: string
  /**
   * Place of the sentence in `answer`. null where a response template changed the words.
   */
  start: number | null
  end: number | null
  /**
   * Whether the cited chunks (without a marker: any that was retrieved) hold what the sentence says.
   */
  supported: boolean
  /**
   * Words, names and numbers of the sentence that stand there not, or otherwise.
   */
  missing: string[]
}
/**
 * Posts that want tags.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TaggingRequestInput".
 */
export interface TaggingRequestInput {
  /**
   * @minItems 1
   * @maxItems 10000
   */
  posts: [
    {
      postId: string
      /**
       * Whose vocabulary holds.
       */
      tenantId?: string
      university?: {
        id?: string
        name?: string
      } | null
      text?: string | null
      media?:
        | []
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | null
    },
    ...{
      postId: string
      /**
       * Whose vocabulary holds.
       */
      tenantId?: string
      university?: {
        id?: string
        name?: string
      } | null
      text?: string | null
      media?:
        | []
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | [
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
            {
              /**
               * `image` is looked at; others are not.
               */
              type: string
              url: string
            },
          ]
        | null
    }[],
  ]
  options?: {
    maxTagsPerPost?: number
    /**
     * Has the pictures described by a multimodal model first.
     */
    generateCaption?: boolean
  }
}
/**
 * Where the run is asked for.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WorkflowRunCreated".
 */
export interface WorkflowRunCreated {
  runId: string
}
/**
 * Where what is to be sent.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookCreateInput".
 */
export interface WebhookCreateInput {
  /**
   * https address on the internet.
   */
  url: string
  /**
   * What is sent.
   *
   * @minItems 1
   * @maxItems 20
   */
  events:
    | ['document.processed' | 'document.removed' | 'chat.completed' | 'run.ended']
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
    | [
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
        'document.processed' | 'document.removed' | 'chat.completed' | 'run.ended',
      ]
  /**
   * For people.
   */
  description?: string
}
/**
 * An endpoint and its secret.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookCreated".
 */
export interface WebhookCreated {
  id: string
  url: string
  events: string[]
  description: string
  enabled: boolean
  /**
   * Why the platform disabled it: 410, or nothing arrived for five days.
   */
  disabled_reason: ('gone' | 'failing') | null
  /**
   * Of the first attempt that failed since one arrived.
   */
  failing_since: string | null
  created_at: string
  /**
   * Shown once. Signatures are made with it, as Standard Webhooks says.
   */
  secret: string
}
/**
 * How many were deleted.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ConversationsDeleted".
 */
export interface ConversationsDeleted {
  deleted: number
}
/**
 * The index is gone, or what would go with it.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IndexDeleted".
 */
export interface IndexDeleted {
  status: 'deleted' | 'would_delete'
  name: string
  /**
   * Documents that could be found in it.
   */
  documents: number
  chunks: number
}
/**
 * The document and its chunks are gone, or going.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadDeleted".
 */
export interface UploadDeleted {
  upload_id: string
  status: 'deleted' | 'deleting'
}
/**
 * What was given up for good.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Discarded".
 */
export interface Discarded {
  discarded: number
  /**
   * How many there are.
   */
  matched: number
  dry_run: boolean
}
/**
 * How many documents are embedded anew.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EmbeddedAgain".
 */
export interface EmbeddedAgain {
  index: string
  /**
   * Whether the index was made for vectors of another length.
   */
  resized: boolean
  /**
   * Documents that are embedded anew.
   */
  begun: number
  /**
   * Documents that something newer is under way for.
   */
  skipped: number
}
/**
 * A call of a tool by its id.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ToolExecutionInput".
 */
export interface ToolExecutionInput {
  /**
   * The input of the tool.
   */
  data: {
    [k: string]: unknown
  }
}
/**
 * A question with what came before it, and how to retrieve and to generate. Other fields are accepted and kept aside.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ChatInput".
 */
export interface ChatInput {
  /**
   * Latest user message.
   */
  question: string
  fetch_args?: {
    CloudSearchFetcher?: {
      /**
       * Search text; the question when absent. `*`: whatever passes the filter.
       */
      query?: string
      /**
       * Filter in OData syntax.
       */
      filter?: string
      /**
       * Number of sources; 0 retrieves nothing. Where fewer passages differ, the rest are copies of them in other documents.
       */
      top_k?: number
      include_total_count?: boolean
      /**
       * `<field>` or `<field>,count:<n>`.
       *
       * @maxItems 50
       */
      facets?: string[]
      /**
       * @maxItems 50
       */
      highlight_fields?: string[]
      /**
       * Fields of each source.
       *
       * @maxItems 100
       */
      select_fields?: string[]
      /**
       * true: hybrid, false: text only; absent: as configured.
       */
      vector_search?: boolean
      /**
       * Let the configured judge put the best passages into order; absent: as configured.
       */
      rerank?: boolean
      /**
       * Passages that say the same count once; absent: as configured, and copies are listed last where top_k has room.
       */
      deduplicate?: boolean
      /**
       * Alias or name of the index.
       */
      index?: string
      [k: string]: unknown
    }
    [k: string]: unknown
  }
  /**
   * @maxItems 1000
   */
  history?: {
    role: 'user' | 'assistant'
    content: string
    sources?: {
      [k: string]: unknown
    }[]
    [k: string]: unknown
  }[]
  ab_testing?: {
    user_id: string
    session_id?: string
    experiment_name?: string
    [k: string]: unknown
  }
  system_prompt_template?: string
  system_prompt_file?: string
  response_template?: string
  response_template_file?: string
  template_variables?: {
    [k: string]: unknown
  }
  override_config?: {
    llm?:
      | string
      | {
          n?: number
          temperature?: number
          top_p?: number
          max_tokens?: number
          frequency_penalty?: number
          presence_penalty?: number
          repetition_penalty?: number
          stop?: string | [] | [string] | [string, string] | [string, string, string] | [string, string, string, string]
          alias?: string
          model?: string
          [k: string]: unknown
        }
    model?: string
    n?: number
    params?: {
      n?: number
      temperature?: number
      top_p?: number
      max_tokens?: number
      frequency_penalty?: number
      presence_penalty?: number
      repetition_penalty?: number
      stop?: string | [] | [string] | [string, string] | [string, string, string] | [string, string, string, string]
      [k: string]: unknown
    }
    reasoning_effort?: 'low' | 'medium' | 'high' | 'auto'
    'reasoning.effort'?: 'low' | 'medium' | 'high' | 'auto'
    reasoning?: {
      effort?: 'low' | 'medium' | 'high' | 'auto'
      [k: string]: unknown
    }
    [k: string]: unknown
  }
  metadata?: {
    [k: string]: unknown
  }
  /**
   * RAG only.
   */
  skip_knowledge_base?: boolean
  /**
   * Send the answer as it comes, as server-sent events; so does an Accept of text/event-stream alone.
   */
  stream?: boolean
  [k: string]: unknown
}
/**
 * An answer with its sources and citations.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ChatResponse".
 */
export interface ChatResponse {
  response_id: string
  answer: string
  answers?: string[]
  metadata: {
    [k: string]: unknown
  }[]
  citations: Citation[]
  history: {
    role: string
    content: string
    sources: {
      [k: string]: unknown
    }[]
    [k: string]: unknown
  }[]
  ab_testing?: {
    experiment_name: string | null
    variant_name: string
    session_id: string | null
    /**
     * What the variant changed, as far as the request left it open. Absent where config.yaml does not know the experiment.
     */
    applied?: string[]
  }
  errors?: {
    code: string
    message: string
  }[]
  /**
   * Fields of the request that have no effect, with what was probably meant.
   */
  warnings?: {
    /**
     * Path of the field in the request.
     */
    field: string
    message: string
  }[]
  data?: {
    [k: string]: unknown
  }
  template_info: {
    system_prompt_source: string
    response_template_source: string
    template_variables_used: string[]
  }
  /**
   * Seconds.
   */
  processing_time: number
  tokens_used?: number
  response_metadata: ChatResponseMetadata
  [k: string]: unknown
}
/**
 * How an answer came about: model, parameters, prompts, times.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ChatResponseMetadata".
 */
export interface ChatResponseMetadata {
  config_overrides_applied: boolean
  custom_templates_used: boolean
  request_metadata: {
    [k: string]: unknown
  }
  conversation_length?: number
  is_multi_turn?: boolean
  total_sources_retrieved?: number
  conversation_sources_summary?: {
    [k: string]: unknown
  }
  question: string
  /**
   * `passages`: nothing fits surely enough, and the closest passages are shown. `none`: there is no evidence.
   */
  answer_kind: 'answer' | 'passages' | 'none'
  /**
   * Why the model ended. `length`: the answer breaks off, and `errors` says where. Absent where no model answered.
   */
  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'unknown'
  system_prompt: string
  errors_present: boolean
  model_used: {
    alias: string
    provider: string
    model?: string
    deployment?: string
  }
  token_usage?: {
    prompt: number
    completion: number
    total: number
    detail?: {
      reasoning: number
    }
    /**
     * The endpoint told no counts; these are counted from the texts.
     */
    estimated?: true
  }
  /**
   * Of all model calls of the turn, with those that reword the question and order passages.
   */
  cost?: {
    /**
     * Amount.
     */
    amount: number
    /**
     * Currency code.
     */
    currency: string
    /**
     * Whether the tokens were counted by Millrace, because the model reported none.
     */
    estimated: boolean
  }
  parameters?: {
    [k: string]: unknown
  }
  reasoning_effort?: string
  reasoning_tokens?: number
  reasoning_effective: {
    requested: string | null
    sent_effort: string | null
    provider: string
    source: string
    sanitized: boolean
  }
  queried_indexes?: string[]
  /**
   * Seconds.
   */
  timings?: {
    [k: string]: unknown
  }
  retrieval?: {
    attempted: boolean
    skipped_reason: string | null
    fetch_args_present: boolean
  }
  [k: string]: unknown
}
/**
 * The paths of one domain.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RouteManifest".
 */
export interface RouteManifest {
  domain: string
  toolCount: number
  agentCount: number
  workflowCount: number
  tools: string[]
  agents: string[]
  workflows: string[]
}
/**
 * A turn as a case: one line of the set that `npm run eval -- --set` reads.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AgentCase".
 */
export interface AgentCase {
  id: string
  question: string
  expected_answer: string
  expected_documents?: string[]
}
/**
 * What a seed writes.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AgentControl".
 */
export interface AgentControl {
  items: {
    id: string
    domain: string
    slug: string
    version: string
    model: string
    tools: string[]
    change: 'new' | 'changed' | 'unchanged'
  }[]
}
/**
 * A run and its usage.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RunDetail".
 */
export interface RunDetail {
  run_id: string
  kind: string
  /**
   * What it is about, in one line.
   */
  title?: string
  status: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  /**
   * From 1; grows with each retry.
   */
  epoch: number
  /**
   * 0 to 1, by the steps that are over and their items.
   */
  progress: number
  steps: {
    name: string
    status: 'pending' | 'planning' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled'
    /**
     * Items; null until it is known.
     */
    total: number | null
    done: number
    failed: number
    /**
     * Items that there was nothing to do for.
     */
    skipped: number
    started_at: string | null
    ended_at: string | null
    /**
     * Why it was skipped.
     */
    reason: string | null
    /**
     * The first failure.
     */
    error: {
      code: string
      message: string
    } | null
    /**
     * Of items under way that tell of themselves.
     */
    items: {
      done: number
      total: number
      unit?: string
      item: number
    }[]
  }[]
  /**
   * What a person has to decide first.
   */
  questions: {
    key: string
    step: string
    about: unknown
    /**
     * JSON Schema of the answer.
     */
    answer?: {
      [k: string]: unknown
    }
  }[]
  created_at: string
  started_at: string | null
  ended_at: string | null
  deadline_at: string | null
  /**
   * Why it failed or was canceled.
   */
  reason: string | null
  error: {
    code: string
    message: string
  } | null
  /**
   * Who started it.
   */
  actor: string
  /**
   * By step and alias.
   */
  usage: RunUsage[]
  /**
   * What people call this kind of run and its steps, by their names.
   */
  words: {
    kind: string
    steps: {
      [k: string]: string
    }
  } | null
}
/**
 * What a step used of an alias.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RunUsage".
 */
export interface RunUsage {
  step: string
  alias: string
  calls: number
  prompt_tokens: number
  completion_tokens: number
  amount: number
  /**
   * null: the alias has no price.
   */
  currency: string | null
}
/**
 * Timeline of a run, oldest first.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RunTimeline".
 */
export interface RunTimeline {
  items: {
    type:
      | 'run.queued'
      | 'run.started'
      | 'run.waiting'
      | 'run.decided'
      | 'run.retried'
      | 'run.completed'
      | 'run.failed'
      | 'run.cancelled'
      | 'step.started'
      | 'step.completed'
      | 'step.failed'
      | 'step.skipped'
      | 'item.failed'
    at: string
    step?: string
    item?: number
    reason?: string
    error?: {
      code: string
      message: string
    }
    n: number
  }[]
}
/**
 * Each dependency with its state and the time that it took.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DeepHealth".
 */
export interface DeepHealth {
  status: 'healthy' | 'degraded' | 'unhealthy'
  timestamp: string
  uptime: number
  dependencies: {
    [k: string]: {
      status: 'healthy' | 'unhealthy'
      responseTimeMs: number
      last_checked: string
      /**
       * Records that it has yet to take in, where it is not ready for that.
       */
      behind?: number
      /**
       * A few words on it; of `ai_services`, which model answers, or that there is none.
       */
      detail?: string
    }
  }
}
/**
 * The process answers.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Alive".
 */
export interface Alive {
  status: string
  timestamp: string
  /**
   * Seconds.
   */
  uptime?: number
  /**
   * Readiness: what does not answer, without which the process is still of use.
   */
  degraded?: string[]
}
/**
 * A conversation with its latest turns.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ConversationWithExchanges".
 */
export interface ConversationWithExchanges {
  id: string
  title: string
  exchange_count: number
  /**
   * Whether a link opens it to readers.
   */
  shared: boolean
  created_at: string
  updated_at: string
  expires_at: string
  /**
   * The newest, oldest first.
   */
  exchanges: {
    id: string
    at: string
    question: string
    /**
     * @maxItems 20
     */
    images:
      | []
      | [
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
    /**
     * One, or one of each of the settings that were compared.
     *
     * @minItems 1
     * @maxItems 4
     */
    replies:
      | [
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
        ]
      | [
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
        ]
      | [
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
        ]
      | [
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
        ]
  }[]
  /**
   * For `before`, where there are exchanges before these.
   */
  earlier: number | null
}
/**
 * The part of a conversation that is sent with its next question.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ConversationContext".
 */
export interface ConversationContext {
  history: {
    role: 'user' | 'assistant'
    content: string
  }[]
  /**
   * null: nothing is left out.
   */
  summarized_by: ('model' | 'excerpt') | null
}
/**
 * Reports in numbers: of the newest 1,000.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostDashboard".
 */
export interface CostDashboard {
  reports: {
    total: number
    queued: number
    processing: number
    ready: number
    error: number
  }
  findings: {
    error: number
    warning: number
    info: number
  }
  districts: {
    districtId: string
    districtName: string
    quarters: string[]
    reports: number
  }[]
  latest: CostReportEntry[]
}
/**
 * A cost report without its parts.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportEntry".
 */
export interface CostReportEntry {
  reportId: string
  jobId: string
  sessionId: string
  districtId: string
  districtName: string
  /**
   * Such as `2026-Q1`.
   */
  quarter: string
  /**
   * From 1; the greatest of a district and quarter counts.
   */
  generation: number
  status: 'queued' | 'processing' | 'ready' | 'error'
  fileName: string
  fileType: 'xlsx' | 'csv'
  sizeBytes: number
  createdAt: string
  updatedAt: string
  error: {
    code: string
    message: string
  } | null
  /**
   * null: it is not ready.
   */
  counts: FindingCounts | null
  byRule: {
    [k: string]: number
  }
  /**
   * What a reader should know.
   */
  warnings: string[]
  /**
   * The report of the quarter before.
   */
  comparedWith: string | null
}
/**
 * Findings by severity.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FindingCounts".
 */
export interface FindingCounts {
  error: number
  warning: number
  info: number
}
/**
 * Findings of one quarter by rule, all rules.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostFindingsByRule".
 */
export interface CostFindingsByRule {
  quarter: string | null
  items: {
    rule:
      | 'missing_value'
      | 'malformed_value'
      | 'negative_amount'
      | 'duplicate_employee'
      | 'total_mismatch'
      | 'federal_share_over_100'
      | 'benefits_ratio'
      | 'position_without_pool'
      | 'quarter_change'
      | 'outlier'
    severity: 'error' | 'warning' | 'info'
    count: number
    title: string
    explanation: string
  }[]
}
/**
 * Costs by pool of one quarter; null: there is none yet.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostPools".
 */
export interface CostPools {
  quarter: string | null
  items: {
    rows: number
    /**
     * Different employee ids.
     */
    employees: number
    salary: number
    benefits: number
    /**
     * Salary and benefits together.
     */
    total: number
    /**
     * What of the total is the federal share.
     */
    federal: number
    name: string
  }[]
}
/**
 * The newest report of each quarter, the oldest quarter first.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostQuarters".
 */
export interface CostQuarters {
  items: {
    rows: number
    /**
     * Different employee ids.
     */
    employees: number
    salary: number
    benefits: number
    /**
     * Salary and benefits together.
     */
    total: number
    /**
     * What of the total is the federal share.
     */
    federal: number
    quarter: string
    reportId: string
  }[]
}
/**
 * A cost report with its findings.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReport".
 */
export interface CostReport {
  reportId: string
  jobId: string
  sessionId: string
  districtId: string
  districtName: string
  /**
   * Such as `2026-Q1`.
   */
  quarter: string
  /**
   * From 1; the greatest of a district and quarter counts.
   */
  generation: number
  status: 'queued' | 'processing' | 'ready' | 'error'
  fileName: string
  fileType: 'xlsx' | 'csv'
  sizeBytes: number
  createdAt: string
  updatedAt: string
  error: {
    code: string
    message: string
  } | null
  /**
   * null: it is not ready.
   */
  counts: FindingCounts | null
  byRule: {
    [k: string]: number
  }
  /**
   * What a reader should know.
   */
  warnings: string[]
  /**
   * The report of the quarter before.
   */
  comparedWith: string | null
  totals: {
    rows: number
    /**
     * Different employee ids.
     */
    employees: number
    salary: number
    benefits: number
    /**
     * Salary and benefits together.
     */
    total: number
    /**
     * What of the total is the federal share.
     */
    federal: number
    /**
     * The largest first; rows without a pool as `(none)`.
     */
    by_pool: {
      rows: number
      /**
       * Different employee ids.
       */
      employees: number
      salary: number
      benefits: number
      /**
       * Salary and benefits together.
       */
      total: number
      /**
       * What of the total is the federal share.
       */
      federal: number
      name: string
    }[]
    /**
     * The largest first, at most 200.
     */
    by_position: {
      rows: number
      /**
       * Different employee ids.
       */
      employees: number
      salary: number
      benefits: number
      /**
       * Salary and benefits together.
       */
      total: number
      /**
       * What of the total is the federal share.
       */
      federal: number
      name: string
    }[]
    by_sheet: {
      rows: number
      /**
       * Different employee ids.
       */
      employees: number
      salary: number
      benefits: number
      /**
       * Salary and benefits together.
       */
      total: number
      /**
       * What of the total is the federal share.
       */
      federal: number
      name: string
    }[]
  } | null
  layout: CostReportLayout | null
  /**
   * The gravest first; of a rule the first 1,000.
   */
  findings: CostReportFinding[]
  /**
   * Findings beyond these.
   */
  findingsOmitted: number
}
/**
 * Layout of a report: the detected columns.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportLayout".
 */
export interface CostReportLayout {
  sheets: {
    name: string
    hidden: boolean
    /**
     * Whether its rows are costs.
     */
    use: boolean
    /**
     * Why not; empty where they are.
     */
    reason: string
    /**
     * From 1.
     */
    header_rows: number[]
    columns: {
      field: 'id' | 'name' | 'position' | 'pool' | 'salary' | 'benefits' | 'share' | 'period'
      /**
       * Its letters, such as `C`.
       */
      column: string
      /**
       * The text of the header, levels joined by ` / `.
       */
      header: string
      /**
       * What amounts are multiplied by: 1000 under a header such as `Salary ($ thousands)`.
       */
      factor: number
      /**
       * How it was found: by its header, by what was corrected before, by a correction.
       */
      by: 'header' | 'remembered' | 'given'
    }[]
    /**
     * All headers of the sheet.
     */
    headers: {
      column: string
      header: string
    }[]
    /**
     * Fields without a column.
     */
    missing: ('id' | 'name' | 'position' | 'pool' | 'salary' | 'benefits' | 'share' | 'period')[]
    /**
     * Rows of employees.
     */
    rows: number
    total_rows: number[]
    /**
     * Rows that are neither, the first 50.
     */
    note_rows: number[]
  }[]
}
/**
 * What a rule found in one cell of a cost report, in the language that was asked for.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportFinding".
 */
export interface CostReportFinding {
  /**
   * Within its report: `F1` is the first, the gravest come first.
   */
  id: string
  rule:
    | 'missing_value'
    | 'malformed_value'
    | 'negative_amount'
    | 'duplicate_employee'
    | 'total_mismatch'
    | 'federal_share_over_100'
    | 'benefits_ratio'
    | 'position_without_pool'
    | 'quarter_change'
    | 'outlier'
  severity: 'error' | 'warning' | 'info'
  sheet: string
  /**
   * From 1, as the sheet shows it.
   */
  row: number
  /**
   * The header's text.
   */
  column: string
  /**
   * Its place, such as `C7`.
   */
  cell: string
  /**
   * What the cell holds, as it is shown there; null: nothing.
   */
  value: string | number | null
  /**
   * The rule in words.
   */
  title: string
  message: string
  /**
   * What the rule checks, and why.
   */
  explanation: string
  /**
   * What to do about it.
   */
  suggestion: string
}
/**
 * Analysis status of a report, with its findings by severity.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportAnalysis".
 */
export interface CostReportAnalysis {
  reportId: string
  status: 'pending' | 'running' | 'completed' | 'failed'
  findings: FindingCounts
  message: string
  updatedAt: string
}
/**
 * Progress of a report.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportAnalysisStatus".
 */
export interface CostReportAnalysisStatus {
  report_id: string
  state: 'queued' | 'processing' | 'ready' | 'error'
  stage: 'received' | 'parsed' | 'costs' | 'validated' | 'analysed'
  attempts: number
  updated_at: string
}
/**
 * Rows of a sheet without empty cells.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostSheetCells".
 */
export interface CostSheetCells {
  sheet: string
  rows: {
    /**
     * From 1.
     */
    row: number
    cells: {
      column: string
      /**
       * As it is shown, up to 300 characters.
       */
      text: string
    }[]
  }[]
}
/**
 * A review under way, and the report that it is about.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportSession".
 */
export interface CostReportSession {
  sessionId: string
  districtId: string
  districtName: string
  quarter: string
  year: string
  userId: string
  userName?: string
  userEmail?: string
  userRole?: string
  /**
   * The newest report of the district and quarter that the caller uploaded.
   */
  reportId: string | null
  reportStatus: 'none' | 'queued' | 'processing' | 'ready' | 'error'
  expiresAt: string
}
/**
 * A cost report with what it adds up to and what was taken for what.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportSummary".
 */
export interface CostReportSummary {
  reportId: string
  jobId: string
  sessionId: string
  districtId: string
  districtName: string
  /**
   * Such as `2026-Q1`.
   */
  quarter: string
  /**
   * From 1; the greatest of a district and quarter counts.
   */
  generation: number
  status: 'queued' | 'processing' | 'ready' | 'error'
  fileName: string
  fileType: 'xlsx' | 'csv'
  sizeBytes: number
  createdAt: string
  updatedAt: string
  error: {
    code: string
    message: string
  } | null
  /**
   * null: it is not ready.
   */
  counts: FindingCounts | null
  byRule: {
    [k: string]: number
  }
  /**
   * What a reader should know.
   */
  warnings: string[]
  /**
   * The report of the quarter before.
   */
  comparedWith: string | null
  totals: {
    rows: number
    /**
     * Different employee ids.
     */
    employees: number
    salary: number
    benefits: number
    /**
     * Salary and benefits together.
     */
    total: number
    /**
     * What of the total is the federal share.
     */
    federal: number
    /**
     * The largest first; rows without a pool as `(none)`.
     */
    by_pool: {
      rows: number
      /**
       * Different employee ids.
       */
      employees: number
      salary: number
      benefits: number
      /**
       * Salary and benefits together.
       */
      total: number
      /**
       * What of the total is the federal share.
       */
      federal: number
      name: string
    }[]
    /**
     * The largest first, at most 200.
     */
    by_position: {
      rows: number
      /**
       * Different employee ids.
       */
      employees: number
      salary: number
      benefits: number
      /**
       * Salary and benefits together.
       */
      total: number
      /**
       * What of the total is the federal share.
       */
      federal: number
      name: string
    }[]
    by_sheet: {
      rows: number
      /**
       * Different employee ids.
       */
      employees: number
      salary: number
      benefits: number
      /**
       * Salary and benefits together.
       */
      total: number
      /**
       * What of the total is the federal share.
       */
      federal: number
      name: string
    }[]
  } | null
  layout: CostReportLayout | null
}
/**
 * A record that was given up, with its history.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DeadLetterDetail".
 */
export interface DeadLetterDetail {
  id: string
  /**
   * open: nothing was done. redriven: under way again. resolved: a redrive went well, or a later pass of its document overtook it. discarded: given up for good.
   */
  state: 'open' | 'redriven' | 'resolved' | 'discarded'
  /**
   * terminal: no try would help. exhausted: tries used up. poison: ended its process. schema: unreadable.
   */
  kind: 'terminal' | 'exhausted' | 'poison' | 'schema'
  code: string
  consumer: string
  topic: string
  partition: number
  offset: string
  key: string
  message: string
  /**
   * The message without what is particular to one record.
   */
  reason: string
  attempts: number
  redrives: number
  request_id: string
  first_failed_at: string
  failed_at: string
  /**
   * Name of the file that the record is about; null where it names none.
   */
  file: string | null
  /**
   * What the record is about.
   */
  links: {
    rel: 'upload' | 'document' | 'run'
    href: string
    page: string
  }[]
  event_id: string | null
  causation_id: string | null
  trace_id: string | null
  error: {
    code: string
    message: string
    kind: 'terminal' | 'exhausted' | 'poison' | 'schema'
  }
  record: {
    topic: string
    partition: number
    offset: string
    key: string
    headers: {
      [k: string]: string
    }
    value: string
    /**
     * by-offset: too long to be kept here; it stands in the log.
     */
    encoding: 'utf8' | 'base64' | 'by-offset'
    /**
     * What is shorter here than in the log.
     */
    cut: string[]
  } | null
  /**
   * Failures, redrives and what became of them, oldest first.
   */
  history: {
    what: 'failed' | 'redriven' | 'resolved' | 'discarded'
    /**
     * 0: before the first redrive.
     */
    redrive: number
    at: string
    code?: string
    message?: string
    attempts?: number
    actor?: string
    reason?: string
  }[]
}
/**
 * Every dependency with its state, and why one is down.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DetailedHealth".
 */
export interface DetailedHealth {
  status: 'healthy' | 'degraded' | 'unhealthy'
  timestamp: string
  /**
   * Seconds.
   */
  uptime: number
  services: {
    [k: string]: {
      status: 'healthy' | 'degraded' | 'unhealthy' | 'unconfigured'
      /**
       * null where nothing was asked.
       */
      responseTimeMs: number | null
      details: {
        [k: string]: unknown
      }
    }
  }
}
/**
 * What somebody thinks of one answer.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Feedback".
 */
export interface Feedback {
  /**
   * ID of the user.
   */
  user_id: string
  /**
   * ID of the session.
   */
  session_id: string
  /**
   * ID of the rated response.
   */
  response_id: string
  /**
   * Experiment of the response.
   */
  experiment_name?: string
  /**
   * Variant of the experiment.
   */
  variant_name?: string
  /**
   * Rating: -1 down, 0 neutral, 1 up.
   */
  rating: number
  /**
   * Comment of the user.
   */
  feedback_text?: string
  /**
   * Response time in seconds.
   */
  response_time?: number
  /**
   * Whether the user completed the task.
   */
  task_completed?: boolean
  /**
   * Context such as question, answer and metadata.
   */
  response_payload?: {
    [k: string]: unknown
  }
  created_at: string
  updated_at: string
}
/**
 * Ratings in numbers.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FeedbackSummary".
 */
export interface FeedbackSummary {
  total: number
  thumbs_up: number
  thumbs_down: number
  neutral: number
  up_rate: number
  by_experiment: {
    experiment_name: string
    total: number
    thumbs_up: number
    thumbs_down: number
    neutral: number
    up_rate: number
    variants: {
      variant_name: string | null
      total: number
      thumbs_up: number
      thumbs_down: number
      neutral: number
      up_rate: number
      /**
       * 95 % (Wilson) of up_rate; null without a thumb.
       */
      interval: {
        low: number
        high: number
      } | null
    }[]
    difference: {
      variant: string | null
      against: string | null
      difference: number
      low: number
      high: number
      /**
       * Whether the interval leaves out 0.
       */
      significant: boolean
    } | null
  }[]
  experiments: number
  /**
   * The last 90 days, UTC.
   */
  by_day: {
    day: string
    thumbs_up: number
    thumbs_down: number
    neutral: number
  }[]
  recent: {
    /**
     * ID of the user.
     */
    user_id: string
    /**
     * ID of the session.
     */
    session_id: string
    /**
     * ID of the rated response.
     */
    response_id: string
    /**
     * Experiment of the response.
     */
    experiment_name?: string
    /**
     * Variant of the experiment.
     */
    variant_name?: string
    /**
     * Rating: -1 down, 0 neutral, 1 up.
     */
    rating: number
    /**
     * Comment of the user.
     */
    feedback_text?: string
    /**
     * Response time in seconds.
     */
    response_time?: number
    /**
     * Whether the user completed the task.
     */
    task_completed?: boolean
    created_at: string
    updated_at: string
  }[]
}
/**
 * The state of each dependency; `unknown` before the first check.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "HealthSummary".
 */
export interface HealthSummary {
  status: ('healthy' | 'degraded' | 'unhealthy') | 'unknown'
  timestamp: string
  tested: boolean
  services: {
    [k: string]: {
      status: 'healthy' | 'unhealthy'
      responseTimeMs: number
      last_checked: string
      /**
       * Records that it has yet to take in, where it is not ready for that.
       */
      behind?: number
      /**
       * A few words on it; of `ai_services`, which model answers, or that there is none.
       */
      detail?: string
    }
  }
}
/**
 * What takes workbooks in. `waiting`: tasks that wait in this process.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Ingestor".
 */
export interface Ingestor {
  name: string
  formats: string[]
  stages: string[]
  rules: string[]
  waiting: number
}
/**
 * The knowledge base in numbers.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "KnowledgeStats".
 */
export interface KnowledgeStats {
  total_files: number
  total_chunks: number
  total_size_bytes: number
  estimated_tokens: number
  /**
   * Extension to number of files.
   */
  file_type_breakdown: {
    [k: string]: number
  }
  /**
   * Index to number of files.
   */
  index_breakdown: {
    [k: string]: number
  }
  indexes: {
    name: string
    alias: string | null
    files: number
    chunks: number
    size_bytes: number
    estimated_tokens: number
    latest_ingestion: string | null
  }[]
  /**
   * Newest first.
   */
  files: KnowledgeFile[]
  /**
   * Files beyond those in `files`; the CSV has all.
   */
  files_omitted: number
}
/**
 * A document with chunks in an index.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "KnowledgeFile".
 */
export interface KnowledgeFile {
  source_file: string
  /**
   * null where it was indexed before titles were noted.
   */
  title: string | null
  document_id: string
  index: string
  /**
   * Lower-case extension without the dot.
   */
  file_type: string
  size_bytes: number
  chunk_count: number
  estimated_tokens: number
  ingested_at: string
  /**
   * Of the newest upload of this file, which upload_id names.
   */
  status: string
  upload_id: string
}
/**
 * An emergency operation plan.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Plan".
 */
export interface Plan {
  /**
   * Any text of 1 to 200 characters.
   */
  id: string
  organizationId: string
  name: string
  /**
   * @maxItems 1000
   */
  annexes: PlanAnnex[]
  /**
   * The roles of the plan.
   *
   * @maxItems 1000
   */
  generalUserTags: PlanTag[]
  [k: string]: unknown
}
/**
 * A part of a plan: what is done, or what is done against a hazard.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PlanAnnex".
 */
export interface PlanAnnex {
  id: string
  name: string
  type: 'FUNCTIONAL' | 'HAZARD'
  /**
   * Rich text, kept as it was sent.
   */
  html: string
  [k: string]: unknown
}
/**
 * A role in a plan.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PlanTag".
 */
export interface PlanTag {
  id: string
  name: string
  [k: string]: unknown
}
/**
 * The overall health, with the load of the machine.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PlatformHealth".
 */
export interface PlatformHealth {
  status: 'healthy' | 'degraded' | 'unhealthy'
  timestamp: string
  version: string
  uptime: number
  services: {
    [k: string]: {
      status: 'up' | 'down'
      responseTimeMs: number
      last_checked: string
      /**
       * Records that it has yet to take in, where it is not ready for that.
       */
      behind?: number
      /**
       * A few words on it; of `ai_services`, which model answers, or that there is none.
       */
      detail?: string
    }
  }
  /**
   * Percent; null where the system does not tell.
   */
  system_metrics: {
    [k: string]: number | null
  }
}
/**
 * What the prompt repository holds.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PromptBundle".
 */
export interface PromptBundle {
  prompts: {
    system_prompts: PromptEntry[]
    response_templates: PromptEntry[]
    experiments: PromptEntry[]
  }
  configured_defaults: {
    /**
     * Empty where the built-in prompt holds.
     */
    system_prompts: string[]
    response_template: string | null
  }
  /**
   * The texts that chats use now.
   */
  effective: {
    system_prompt: string
    response_template: string
  }
  /**
   * The texts that hold where nothing is the default.
   */
  built_in: {
    system_prompt: string
    response_template: string
  }
  source: 'filesystem' | 'blob'
  manifest_version: number
  versions_by_type: {
    system: {
      current_id: string | null
      entries: PromptEntry[]
    }
    response: {
      current_id: string | null
      entries: PromptEntry[]
    }
    experiment: {
      current_id: string | null
      entries: PromptEntry[]
    }
  }
  /**
   * The version of prompt_id.
   */
  prompt?: {
    id: string
    name: string
    type: 'system' | 'response' | 'experiment'
    /**
     * YYYYMMDD-HHMMSS, and -n from the second version of a second on.
     */
    version: string
    /**
     * What system_prompt_file and response_template_file take.
     */
    path: string
    is_current: boolean
    metadata: {
      label: string
      prompt_tag: string
      notes: string
      saved_by: string
      saved_at: string
      /**
       * Who last changed label, tag, notes or name.
       */
      updated_by: string | null
      updated_at: string | null
      /**
       * Who last made this version the default.
       */
      promoted_by: string | null
      promoted_at: string | null
    }
    storage: {
      kind: 'filesystem' | 'blob'
      path: string
      bytes: number
    }
    content: string
  }
}
/**
 * A version of a prompt.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PromptEntry".
 */
export interface PromptEntry {
  id: string
  name: string
  type: 'system' | 'response' | 'experiment'
  /**
   * YYYYMMDD-HHMMSS, and -n from the second version of a second on.
   */
  version: string
  /**
   * What system_prompt_file and response_template_file take.
   */
  path: string
  is_current: boolean
  metadata: {
    label: string
    prompt_tag: string
    notes: string
    saved_by: string
    saved_at: string
    /**
     * Who last changed label, tag, notes or name.
     */
    updated_by: string | null
    updated_at: string | null
    /**
     * Who last made this version the default.
     */
    promoted_by: string | null
    promoted_at: string | null
  }
  storage: {
    kind: 'filesystem' | 'blob'
    path: string
    bytes: number
  }
}
/**
 * Series, numbers and a question. At least one of series and datasets.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReasoningRequest".
 */
export interface ReasoningRequest {
  /**
   * The question, in plain words: the result answers it first.
   */
  objective: string
  series?: {
    /**
     * Unique among series and datasets.
     */
    id: string
    /**
     * For people; the id where it is left out.
     */
    label?: string
    points: {
      /**
       * ISO 8601, to the millisecond; UTC where it names no zone.
       */
      t: string
      v: number
    }[]
  }[]
  /**
   * Numbers without times.
   */
  datasets?: {
    /**
     * Unique among series and datasets.
     */
    id: string
    /**
     * For people; the id where it is left out.
     */
    label?: string
    values: number[]
  }[]
  /**
   * What is known: cycles, dates of events, holidays.
   *
   * @maxItems 100
   */
  hints?: string[]
  /**
   * Whose rules are held against the findings.
   */
  outputProfile: 'default' | 'education' | 'finance' | 'operations'
  /**
   * Comes back as it is.
   */
  taskId?: string
}
/**
 * A run, and what it found.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReasoningRun".
 */
export interface ReasoningRun {
  runId: string
  /**
   * The question, its first line of 200 characters.
   */
  objective: string
  status: 'running' | 'completed' | 'failed'
  /**
   * Why it failed; `cancelled` where somebody ended it.
   */
  reason?: string
  createdAt: string
  steps: {
    step: string
    status: string
    reason?: string
  }[]
  result?: ReasoningOutput
}
/**
 * Once it is completed.
 */
export interface ReasoningOutput {
  taskId: string | null
  objective: string
  temporal?: {
    series: {
      id: string
      trend: {
        direction: 'up' | 'down' | 'flat'
        slope_per_day: number
        p_value: number
        [k: string]: unknown
      }
      seasonality: {
        /**
         * Samples.
         */
        period: number
        strength: number
      } | null
      changePoints: {
        t: string
        index: number
        before_mean: number
        after_mean: number
        confidence: number
        [k: string]: unknown
      }[]
      anomalies: {
        t: string
        v: number
        /**
         * Robust deviations from what was expected; negative below it.
         */
        score: number
        [k: string]: unknown
      }[]
      gaps: {
        from: string
        to: string
        missing: number
      }[]
      stationarity: {
        [k: string]: unknown
      } | null
      notes: string[]
      [k: string]: unknown
    }[]
    [k: string]: unknown
  }
  pattern?: {
    items: {
      id: string
      [k: string]: unknown
    }[]
    [k: string]: unknown
  }
  correlation?: {
    pairs: {
      a: string
      b: string
      n: number
      pearson: number
      spearman: number
      /**
       * Samples; positive: b follows a. 0 where no lag stands out.
       */
      best_lag: number
      p_value: number
      q_value: number
      [k: string]: unknown
    }[]
    [k: string]: unknown
  }
  domain?: {
    profile: string
    [k: string]: unknown
  }
  explanation?: {
    text: string
    source: 'model' | 'templates'
    claims: {
      id: string
      kind:
        | 'change'
        | 'trend'
        | 'correlation'
        | 'lag'
        | 'anomaly'
        | 'season'
        | 'comparison'
        | 'forecast'
        | 'outlier'
        | 'distribution'
        | 'gap'
        | 'driver'
        | 'calendar'
        | 'difference'
        | 'extreme'
      /**
       * Ids of series and datasets.
       */
      about: string[]
      text: string
      direction: ('up' | 'down') | null
      t: string | null
      effect: number
      /**
       * 0 to 1.
       */
      certainty: number
      /**
       * The numbers that it says, by their place in this reply.
       */
      references: {
        path: string
        value: number
      }[]
    }[]
  }
  validation?: {
    passed: boolean
    checks: {
      name: string
      passed: boolean
      detail: string
    }[]
    [k: string]: unknown
  }
  result: {
    summary: string
    keyInsights: {
      id: string
      kind:
        | 'change'
        | 'trend'
        | 'correlation'
        | 'lag'
        | 'anomaly'
        | 'season'
        | 'comparison'
        | 'forecast'
        | 'outlier'
        | 'distribution'
        | 'gap'
        | 'driver'
        | 'calendar'
        | 'difference'
        | 'extreme'
      /**
       * Ids of series and datasets.
       */
      about: string[]
      text: string
      direction: ('up' | 'down') | null
      t: string | null
      effect: number
      /**
       * 0 to 1.
       */
      certainty: number
      /**
       * The numbers that it says, by their place in this reply.
       */
      references: {
        path: string
        value: number
      }[]
    }[]
    /**
     * 0 to 1: how sure the summary is.
     */
    confidence: number
    /**
     * Steps that were skipped or failed.
     */
    missing: {
      step: string
      status: string
      reason: string
    }[]
    /**
     * Items that were left out.
     */
    skipped: {
      id: string
      notes: string[]
    }[]
  }
  executedSteps: {
    step: string
    status: 'completed' | 'skipped' | 'failed'
    startedAt: string
    durationMs: number
    reason?: string
  }[]
  timing: {
    startedAt: string
    completedAt: string
    totalMs: number
  }
}
/**
 * Reference data of a district.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReferenceDataState".
 */
export interface ReferenceDataState {
  districtId: string
  pools: string[]
  positions: {
    name: string
    pool: string | null
  }[]
  /**
   * Columns that were named by hand: the field by the words of its header; null: no field.
   */
  headers: {
    [k: string]: string | null
  }
  /**
   * Whether the rows of a sheet are costs, by its name, as it was said by hand.
   */
  sheets: {
    [k: string]: boolean
  }
  syncedAt: string | null
}
/**
 * A model call with its messages.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RunCallTexts".
 */
export interface RunCallTexts {
  call_id: string
  step: string
  item: number
  epoch: number
  alias: string
  model: string
  started_at: string
  /**
   * How long it took; null while it is under way.
   */
  ms: number | null
  /**
   * lost: its process ended before it.
   */
  outcome: 'running' | 'ok' | 'failed' | 'cancelled' | 'lost'
  error: string | null
  finish_reason: string | null
  prompt_tokens: number | null
  completion_tokens: number | null
  /**
   * The endpoint told no counts.
   */
  estimated: boolean
  cost: {
    amount: number
    currency: string
  } | null
  /**
   * Cut to 16,000 characters; null where they were not kept.
   */
  messages:
    | {
        role: string
        text: string
        tool_calls?: {
          name: string
          arguments: string
        }[]
      }[]
    | null
  reply: {
    text: string
    tool_calls: {
      name: string
      arguments: string
    }[]
  } | null
}
/**
 * Every setting as it holds now.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Settings".
 */
export interface Settings {
  version: number
  settings: {
    key: string
    type: 'number' | 'boolean' | 'string' | 'list'
    value: (string | number | boolean | string[]) | null
    /**
     * What config.yaml says.
     */
    file_value: (string | number | boolean | string[]) | null
    /**
     * Whether the value was set here and wins over the file.
     */
    is_set: boolean
    /**
     * JSON Schema of the value: limits, choices, description.
     */
    schema: {
      [k: string]: unknown
    }
  }[]
}
/**
 * State of the blob store and its container.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "BlobStatus".
 */
export interface BlobStatus {
  status: 'connected' | 'failed'
  kind: 'filesystem' | 'azure' | 's3'
  container: string
  container_exists: boolean
  cloud_configured: boolean
  latency_ms: number
  reason: string | null
  diagnosis: string | null
}
/**
 * One change of the settings.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SettingsChange".
 */
export interface SettingsChange {
  /**
   * Number of the change. Later changes have higher numbers.
   */
  version: number
  /**
   * The changed settings.
   *
   * @minItems 1
   */
  changes: [
    {
      /**
       * Dotted path of config.yaml.
       */
      key: string
      /**
       * Value before the change. Null means none.
       */
      from: (string | number | boolean | string[]) | null
      /**
       * Value after the change. Null means none.
       */
      to: (string | number | boolean | string[]) | null
      /**
       * Whether the value overrides the file. Absent in old records.
       */
      is_set?: boolean
    },
    ...{
      /**
       * Dotted path of config.yaml.
       */
      key: string
      /**
       * Value before the change. Null means none.
       */
      from: (string | number | boolean | string[]) | null
      /**
       * Value after the change. Null means none.
       */
      to: (string | number | boolean | string[]) | null
      /**
       * Whether the value overrides the file. Absent in old records.
       */
      is_set?: boolean
    }[],
  ]
  /**
   * Caller that made the change.
   */
  actor: string
  /**
   * Time of the change.
   */
  at: string
}
/**
 * Where a page stands.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Pagination".
 */
export interface Pagination {
  page: number
  page_size: number
  total_items: number
  total_pages: number
  has_next: boolean
  has_previous: boolean
  next_page_url: string | null
  previous_page_url: string | null
}
/**
 * The tables of the store.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SetupState".
 */
export interface SetupState {
  store: string
  /**
   * The last migration that was applied.
   */
  schema_version: string
  pending: string[]
  applied: {
    name: string
    /**
     * null: before times were kept.
     */
    at: string | null
  }[]
}
/**
 * The adapters of database and search.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SetupCapabilities".
 */
export interface SetupCapabilities {
  store: string
  transactions: boolean
  full_text: string
  vectors: number
  notify: string
}
/**
 * A conversation as its link shows it to this reader.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SharedConversation".
 */
export interface SharedConversation {
  title: string
  created_at: string
  updated_at: string
  exchanges: {
    id: string
    at: string
    question: string
    /**
     * @maxItems 20
     */
    images:
      | []
      | [
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
      | [
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
          {
            name: string
            size?: number
          },
        ]
    /**
     * One, or one of each of the settings that were compared.
     *
     * @minItems 1
     * @maxItems 4
     */
    replies:
      | [
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
        ]
      | [
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
        ]
      | [
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
        ]
      | [
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
          {
            /**
             * The whole reply of the chat route, or what of it is to be kept.
             */
            reply?: {
              answer: string
              /**
               * @maxItems 5000
               */
              citations: {
                marker: string
                filename?: string | null
                document_id?: string | null
                quote: string
                sentence: string
                missing: string[]
                [k: string]: unknown
              }[]
              /**
               * @maxItems 200
               */
              metadata: {
                id?: string | null
                document_id?: string | null
                index?: string | null
                filename?: string | null
                text?: string | null
                also_in?: {
                  document_id?: string | null
                  [k: string]: unknown
                }[]
                [k: string]: unknown
              }[]
              errors?: {
                code: string
                message: string
                [k: string]: unknown
              }[]
              response_metadata?: {
                [k: string]: unknown
              }
              [k: string]: unknown
            }
            /**
             * What was written before it was stopped.
             */
            text?: string
            /**
             * Why there is no answer.
             */
            error?: {
              message: string
              [k: string]: unknown
            }
            /**
             * What was chosen for this question.
             */
            settings?: {
              [k: string]: unknown
            }
            /**
             * Seconds.
             */
            elapsed?: number
            rating?: number
          },
        ]
  }[]
  /**
   * The rest of it rests on documents that you may not read.
   */
  withheld: boolean
}
/**
 * A run with its result.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TapTaggingSuggestionsRun".
 */
export interface TapTaggingSuggestionsRun {
  runId: string
  status: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  /**
   * Counts of items; processed is the sum of the three behind it.
   */
  progress: {
    total: number
    processed: number
    succeeded: number
    failed: number
    skipped: number
  }
  /**
   * ISO 8601.
   */
  createdAt: string
  /**
   * Id of the workflow.
   */
  workflow: string
  title?: string
  /**
   * From 1; grows with each retry.
   */
  epoch: number
  steps: {
    name: string
    status: string
    total: number | null
    done: number
    failed: number
    skipped: number
    startedAt: string | null
    endedAt: string | null
    reason: string | null
    error: {
      code: string
      message: string
    } | null
  }[]
  /**
   * What waits for approval.
   */
  questions: {
    key: string
    step: string
    about: unknown
  }[]
  startedAt: string | null
  endedAt: string | null
  /**
   * Why it failed or was canceled.
   */
  reason: string | null
  error: {
    code: string
    message: string
  } | null
  result?: TaggingSuggestions
}
/**
 * Once it is completed.
 */
export interface TaggingSuggestions {
  /**
   * In the order of the posts.
   */
  suggestions: {
    postId: string
    status: 'tagged' | 'skipped' | 'failed'
    tags: string[]
    caption?: string
    /**
     * embedded: by the words of the vocabulary and of the post, without a model.
     */
    method?: 'model' | 'embedded'
    /**
     * Why it was skipped, failed, or lacks something.
     */
    reason?: string
  }[]
  method: 'model' | 'embedded'
  /**
   * What the tags rest on where no model chose them.
   */
  note?: string
}
/**
 * What a chat uses by default.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Bootstrap".
 */
export interface Bootstrap {
  active_model: {
    alias: string
    provider: string
    [k: string]: unknown
  }
  configured_defaults: {
    /**
     * Empty where the built-in prompt holds.
     */
    system_prompts: string[]
    response_template: string | null
  }
  llm_params: {
    [k: string]: unknown
  }
  prompt_source: {
    kind: string
    system_prompt: {
      /**
       * built-in, file:<path> or blob:<path>.
       */
      source: string
      prompt_id: string | null
    }
    response_template: {
      /**
       * built-in, file:<path> or blob:<path>.
       */
      source: string
      prompt_id: string | null
    }
  }
  cache_status: {
    manifest_version: number
    loaded_at: string | null
  }
}
/**
 * The stages that an upload passes, what starts them, and the limits.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadConfig".
 */
export interface UploadConfig {
  worker: {
    endpoint: string
    stages: {
      group: string
      topic: string
    }[]
  }
  trigger: {
    http_trigger_enabled: boolean
    mode: 'http' | 'event_notification'
  }
  timeouts: {
    sync_timeout_ms: number
    parse_timeout_ms: number
  }
  limits: {
    max_file_size_mb: number
  }
  debug: {
    log_level: string
    local_storage: boolean
  }
}
/**
 * Whether uploads are accepted.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadHealth".
 */
export interface UploadHealth {
  status: 'healthy' | 'degraded' | 'unhealthy'
  timestamp: string
}
/**
 * A part of the text that was read from a document, with its blocks and chunks.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DocumentText".
 */
export interface DocumentText {
  upload_id: string
  /**
   * Of the whole text.
   */
  characters: number
  pages: number
  from: number
  text: string
  /**
   * Those that reach into the range, with their whole extent.
   */
  blocks: {
    type: 'heading' | 'paragraph' | 'list' | 'table' | 'note' | 'utterance'
    level?: number
    start: number
    page?: number
    pageStarts?: {
      start: number
      page: number
    }[]
    part?: string
    recognised?: true
    confidence?: number
    end: number
  }[]
  /**
   * Those that reach into the range; empty while the text is not cut yet.
   */
  chunks: {
    id: string
    chunk_index: number
    char_start: number
    char_end: number
    page_number: number | null
    section: string | null
  }[]
}
/**
 * The events of an upload, oldest first.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadTimeline".
 */
export interface UploadTimeline {
  items: EventFeedActivityRecord[]
}
/**
 * One event of an upload.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EventFeedActivityRecord".
 */
export interface EventFeedActivityRecord {
  event_type: string
  timestamp: string
  upload_id: string
  status: string
  details: {
    [k: string]: unknown
  }
}
/**
 * What the stages lean on, and what waits in front of each.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WorkerHealth".
 */
export interface WorkerHealth {
  status: 'healthy' | 'degraded' | 'unhealthy'
  timestamp: string
  dependencies: {
    [k: string]: {
      status: 'healthy' | 'unhealthy'
      responseTimeMs: number
    }
  }
  stages: {
    [k: string]: {
      topic: string
      /**
       * Records that are not finished yet; null where the log does not tell.
       */
      waiting: number | null
    }
  }
}
/**
 * Dead letters of one reason.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DeadLetterGroup".
 */
export interface DeadLetterGroup {
  code: string
  /**
   * The messages without what is particular to one record.
   */
  reason: string
  /**
   * That of `example`, whole.
   */
  message: string
  count: number
  consumers: {
    [k: string]: number
  }
  topics: {
    [k: string]: number
  }
  states: {
    [k: string]: number
  }
  /**
   * Id of one of them.
   */
  example: string
  first_at: string
  last_at: string
}
/**
 * A question with what was replied.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ExchangeInput".
 */
export interface ExchangeInput {
  question: string
  /**
   * @maxItems 20
   */
  images?:
    | []
    | [
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
    | [
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
        {
          name: string
          size?: number
        },
      ]
  /**
   * One, or one of each of the settings that were compared.
   *
   * @minItems 1
   * @maxItems 4
   */
  replies:
    | [
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
      ]
    | [
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
      ]
    | [
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
      ]
    | [
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
        {
          /**
           * The whole reply of the chat route, or what of it is to be kept.
           */
          reply?: {
            answer: string
            /**
             * @maxItems 5000
             */
            citations?: {
              marker: string
              filename?: string | null
              document_id?: string | null
              quote: string
              sentence?: string
              missing?: string[]
              [k: string]: unknown
            }[]
            /**
             * @maxItems 200
             */
            metadata?: {
              id?: string | null
              document_id?: string | null
              index?: string | null
              filename?: string | null
              text?: string | null
              also_in?: {
                document_id?: string | null
                [k: string]: unknown
              }[]
              [k: string]: unknown
            }[]
            errors?: {
              code: string
              message: string
              [k: string]: unknown
            }[]
            response_metadata?: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
          /**
           * What was written before it was stopped.
           */
          text?: string
          /**
           * Why there is no answer.
           */
          error?: {
            message: string
            [k: string]: unknown
          }
          /**
           * What was chosen for this question.
           */
          settings?: {
            [k: string]: unknown
          }
          /**
           * Seconds.
           */
          elapsed?: number
          rating?: number
        },
      ]
}
/**
 * A conversation with the documents.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Conversation".
 */
export interface Conversation {
  id: string
  title: string
  exchange_count: number
  /**
   * Whether a link opens it to readers.
   */
  shared: boolean
  created_at: string
  updated_at: string
  expires_at: string
}
/**
 * A turn of an agent.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AgentRunSummary".
 */
export interface AgentRunSummary {
  runId: string
  agent: string
  title: string
  status: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  createdAt: string
  endedAt: string | null
  /**
   * The call that a person has to allow.
   */
  waitingFor?: {
    tool: string
    input: unknown
  }
  error?: {
    code: string
    message: string
  }
  /**
   * Of a turn that came to no answer: its calls of the model and of tools until then.
   */
  steps?: unknown[]
}
/**
 * A run of any kind.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RunSummary".
 */
export interface RunSummary {
  run_id: string
  kind: string
  /**
   * What it is about, in one line.
   */
  title?: string
  status: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  /**
   * From 1; grows with each retry.
   */
  epoch: number
  /**
   * 0 to 1, by the steps that are over and their items.
   */
  progress: number
  steps: {
    name: string
    status: 'pending' | 'planning' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled'
    /**
     * Items; null until it is known.
     */
    total: number | null
    done: number
    failed: number
    /**
     * Items that there was nothing to do for.
     */
    skipped: number
    started_at: string | null
    ended_at: string | null
    /**
     * Why it was skipped.
     */
    reason: string | null
    /**
     * The first failure.
     */
    error: {
      code: string
      message: string
    } | null
    /**
     * Of items under way that tell of themselves.
     */
    items: {
      done: number
      total: number
      unit?: string
      item: number
    }[]
  }[]
  /**
   * What a person has to decide first.
   */
  questions: {
    key: string
    step: string
    about: unknown
    /**
     * JSON Schema of the answer.
     */
    answer?: {
      [k: string]: unknown
    }
  }[]
  created_at: string
  started_at: string | null
  ended_at: string | null
  deadline_at: string | null
  /**
   * Why it failed or was canceled.
   */
  reason: string | null
  error: {
    code: string
    message: string
  } | null
  /**
   * Who started it.
   */
  actor: string
}
/**
 * What an operator did.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AuditRecord".
 */
export interface AuditRecord {
  /**
   * ID of the action.
   */
  id: string
  /**
   * Action, such as `dead-letters.redrive` or `replay.start`.
   */
  action: string
  /**
   * Name in the header `X-Actor-Id`, else `dashboard-user`.
   */
  actor: string
  /**
   * Caller of the key and token. Null if the secret of operators was used.
   */
  caller: string | null
  /**
   * Reason that the operator gave.
   */
  reason: string | null
  /**
   * Target and parameters, depending on the action.
   */
  details: {
    [k: string]: unknown
  }
  /**
   * ID of the request.
   */
  request_id: string
  /**
   * Time of the action.
   */
  at: string
}
/**
 * A page of chunks.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "KnowledgeChunkPage".
 */
export interface KnowledgeChunkPage {
  items: KnowledgeChunk[]
  pagination: Pagination
}
/**
 * A chunk as the index shows it, without its vector. What an index does not define is null.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "KnowledgeChunk".
 */
export interface KnowledgeChunk {
  id: string
  document_id: string | null
  upload_id: string | null
  source_file: string | null
  filename: string | null
  file_type: string | null
  title: string | null
  doc_type: string | null
  tags: string[] | null
  confidentiality: string | null
  business_unit: string | null
  effective_date: string | null
  expiry_date: string | null
  chunk_index: number | null
  block_id: string | null
  part: string | null
  page_number: number | null
  char_start: number | null
  char_end: number | null
  section: string | null
  speaker: string | null
  timestamp: string | null
  video_url: string | null
  keyword: string | null
  topic: string | null
  tokens: number | null
  text: string | null
  ingested_at: string | null
}
/**
 * Who reads topics.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ConsumerGroup".
 */
export interface ConsumerGroup {
  name: string
  /**
   * In all processes; a group without one rests.
   */
  members: number
  topics: string[]
}
/**
 * A page of conversations, the latest first.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Conversations".
 */
export interface Conversations {
  items: Conversation[]
  next_cursor: string | null
  /**
   * browser: this server asks for no credentials, X-Browser-Id says whose they are.
   */
  kept_for: 'caller' | 'browser'
}
/**
 * What somebody says of a finding.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportFeedback".
 */
export interface CostReportFeedback {
  reportId: string
  /**
   * What is meant of the report; absent: all of it.
   */
  findingId?: string
  rating: 'agree' | 'disagree' | 'unsure'
  comment?: string
  feedbackId: string
  createdAt: string
}
/**
 * A row as it was read; null: the cell holds no such value.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportRow".
 */
export interface CostReportRow {
  sheet: string
  row: number
  employeeId: string | null
  name: string | null
  position: string | null
  costPool: string | null
  salary: number | null
  benefits: number | null
  /**
   * 1 is 100 %.
   */
  federalShare: number | null
  period: string | null
}
/**
 * A record that was given up.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DeadLetter".
 */
export interface DeadLetter {
  id: string
  /**
   * open: nothing was done. redriven: under way again. resolved: a redrive went well, or a later pass of its document overtook it. discarded: given up for good.
   */
  state: 'open' | 'redriven' | 'resolved' | 'discarded'
  /**
   * terminal: no try would help. exhausted: tries used up. poison: ended its process. schema: unreadable.
   */
  kind: 'terminal' | 'exhausted' | 'poison' | 'schema'
  code: string
  consumer: string
  topic: string
  partition: number
  offset: string
  key: string
  message: string
  /**
   * The message without what is particular to one record.
   */
  reason: string
  attempts: number
  redrives: number
  request_id: string
  first_failed_at: string
  failed_at: string
  /**
   * Name of the file that the record is about; null where it names none.
   */
  file: string | null
  /**
   * What the record is about.
   */
  links: {
    rel: 'upload' | 'document' | 'run'
    href: string
    page: string
  }[]
}
/**
 * Sample documents.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ExampleDocuments".
 */
export interface ExampleDocuments {
  documents: {
    name: string
    size_bytes: number
  }[]
}
/**
 * Every index with its alias.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "LiveIndexes".
 */
export interface LiveIndexes {
  indexes: {
    name: string
    alias: string | null
    /**
     * Chunks that the caller may read, each of which is a document of the search engine: the same as `chunks`.
     */
    document_count: number
    /**
     * Documents that the caller can find in it.
     */
    documents: number
    /**
     * Chunks of these.
     */
    chunks: number
  }[]
}
/**
 * A page of files.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "KnowledgeFilePage".
 */
export interface KnowledgeFilePage {
  items: KnowledgeFile[]
  pagination: Pagination
}
/**
 * What answers, embeds and orders now, and what could.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ModelConnections".
 */
export interface ModelConnections {
  connections: ModelConnection[]
  /**
   * Who serves each alias now; `connected`: by which of the connections.
   */
  aliases: {
    alias: string
    provider: string
    model: string
    connected?: string
    /**
     * Why its latest call failed, as this process saw it; absent while calls succeed.
     */
    failing?: string
  }[]
  /**
   * The embedder that works now, whether connected here or by the environment.
   */
  embeddings: {
    provider: string
    model: string
    dimensions: number
  }
  /**
   * Who orders passages now; absent: nobody.
   */
  rerank?: {
    model: string
  }
  /**
   * Indexes, the embedder by which each is searched (a rebuild may have given it a further one), and whether its vectors fit.
   */
  indexes: {
    name: string
    model: string
    dimensions: number | null
    fits: boolean
  }[]
  /**
   * Model servers that were seen on this machine at the start. They are not used until somebody connects them.
   */
  found: {
    server: string
    base_url: string
    models: string[]
  }[]
}
/**
 * A connection to a model server. Its key is never told.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ModelConnection".
 */
export interface ModelConnection {
  name: string
  kind: 'answers' | 'embeddings' | 'rerank'
  base_url: string
  key: 'none' | 'kept' | 'environment'
  api_key_env?: string
  serves: {
    [k: string]: string
  }
  model?: string
  dimensions?: number
  /**
   * Why it cannot be used.
   */
  problem?: string
  /**
   * Who made it.
   */
  actor: string
  at: string
}
/**
 * An alias under which a model can be asked for; `deployment` on Azure, `model` elsewhere.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Model".
 */
export interface Model {
  alias: string
  provider: string
  model?: string
  deployment?: string
  supports_multimodal: boolean
  supports_reasoning: boolean
  is_default: boolean
  /**
   * Of a million tokens; absent where config.yaml names none.
   */
  price?: {
    /**
     * Price per million prompt tokens.
     */
    input: number
    /**
     * Price per million completion tokens.
     */
    output: number
    /**
     * Currency of the price, as a three-letter code.
     */
    currency: string
  }
  validation?: {
    ok: boolean
    checked_at: string
    latency_ms: number
    error?: string
  }
}
/**
 * A plan without the texts of its annexes.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PlanSummary".
 */
export interface PlanSummary {
  id: string
  organizationId: string
  name: string
  annexes: {
    id: string
    name: string
    type: 'FUNCTIONAL' | 'HAZARD'
  }[]
  /**
   * How many roles the plan has.
   */
  roles: number
  /**
   * The plan that this is a snapshot of.
   */
  snapshotOf: string | null
  /**
   * Grows with every change.
   */
  version: number
  updatedAt: string
}
/**
 * A run without what it found.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReasoningRunSummary".
 */
export interface ReasoningRunSummary {
  runId: string
  /**
   * The question, its first line of 200 characters.
   */
  objective: string
  status: 'running' | 'completed' | 'failed'
  /**
   * Why it failed; `cancelled` where somebody ended it.
   */
  reason?: string
  createdAt: string
  steps: {
    step: string
    status: string
    reason?: string
  }[]
}
/**
 * A call of a model that a run made.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RunCall".
 */
export interface RunCall {
  call_id: string
  step: string
  item: number
  epoch: number
  alias: string
  model: string
  started_at: string
  /**
   * How long it took; null while it is under way.
   */
  ms: number | null
  /**
   * lost: its process ended before it.
   */
  outcome: 'running' | 'ok' | 'failed' | 'cancelled' | 'lost'
  error: string | null
  finish_reason: string | null
  prompt_tokens: number | null
  completion_tokens: number | null
  /**
   * The endpoint told no counts.
   */
  estimated: boolean
  cost: {
    amount: number
    currency: string
  } | null
}
/**
 * An item of a step.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RunItem".
 */
export interface RunItem {
  step: string
  item: number
  /**
   * open: under way. skipped: there was nothing to do. asked: a person has to decide. redo: to be done once more.
   */
  status: 'open' | 'done' | 'failed' | 'skipped' | 'asked' | 'redo'
  progress: {
    done: number
    total: number
    unit?: string
  } | null
  error: {
    code: string
    message: string
    at: string
  } | null
  /**
   * Whether it made something.
   */
  artifact: boolean
}
/**
 * The definitions of agents in use.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RunningAgents".
 */
export interface RunningAgents {
  items: {
    id: string
    domain: string
    slug: string
    version: string
    model: string
    tools: string[]
    prompt: {
      /**
       * A prompt of this name in the repository takes the place of the product’s own.
       */
      name: string
      version: string
      source: 'product' | 'repository'
    }
  }[]
}
/**
 * The stored definitions of agents.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SeededAgents".
 */
export interface SeededAgents {
  items: {
    id: string
    domain: string
    version: string
    seeded_at: string
  }[]
}
/**
 * A topic, and how far its readers are.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Topic".
 */
export interface Topic {
  name: string
  description: string
  visibility: 'internal' | 'public'
  owner: string
  key: string
  partitions: number
  /**
   * Kept now; of a compacted topic at most.
   */
  records: number
  /**
   * Records that consumer groups have still to read, of all groups together.
   */
  lag: number
  /**
   * Records a second, over the last minute.
   */
  rate: number
  /**
   * Of the oldest record that a group has still to read, within a tenth.
   */
  oldest_age_seconds: number | null
  groups: {
    name: string
    lag: number
    /**
     * Partitions that have not moved for a minute, with records to do.
     */
    stuck: number[]
    partitions: {
      partition: number
      /**
       * Next offset that the group reads.
       */
      committed: number
      /**
       * Offset of the next record.
       */
      latest: number
      lag: number
      /**
       * How long the group has committed nothing here though there is something to do, as far as it was watched.
       */
      still_seconds: number
    }[]
  }[]
}
/**
 * Where files of one extension are stored.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadMapping".
 */
export interface UploadMapping {
  /**
   * `*` stands for every other one.
   */
  extension: string
  container: string
  directory: string
  /**
   * `blob:` with container and path, or the address in the cloud.
   */
  example_url: string
  container_exists: boolean
  /**
   * Whether a reader finds text in such files.
   */
  readable: boolean
}
/**
 * The words of a page; `box` is left, top, right, bottom in parts of its picture.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PageWords".
 */
export interface PageWords {
  words: {
    text: string
    /**
     * @minItems 4
     * @maxItems 4
     */
    box: never[]
  }[]
}
/**
 * A page of uploads, when `cursor` was sent. Uploads that come in meanwhile neither repeat nor leave out one that is behind it.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadPage".
 */
export interface UploadPage {
  items: UploadStatusEntity[]
  /**
   * Null on the last page.
   */
  next_cursor: string | null
}
/**
 * A message for an endpoint.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookDelivery".
 */
export interface WebhookDelivery {
  /**
   * Also the header webhook-id.
   */
  id: string
  event: string
  status: 'waiting' | 'delivered' | 'failed'
  /**
   * Since it was asked for the last time.
   */
  attempts: number
  next_attempt_at: string | null
  created_at: string
  /**
   * The latest attempts, the oldest first.
   */
  log: {
    at: string
    /**
     * Of the reply; null where there was none.
     */
    status: number | null
    /**
     * Why it failed.
     */
    error: string | null
    /**
     * Until the reply’s head, or the failure.
     */
    ms: number
  }[]
  body: {
    [k: string]: unknown
  }
}
/**
 * Where a group begins from now on.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OffsetsMoved".
 */
export interface OffsetsMoved {
  group: string
  topic: string
  dry_run: boolean
  moves: {
    partition: number
    /**
     * null: nothing was committed.
     */
    from: number | null
    to: number
  }[]
}
/**
 * The rating is kept.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FeedbackGiven".
 */
export interface FeedbackGiven {
  status: 'created' | 'updated'
  message: string
}
/**
 * What was done, and the version that it was done to.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PromptSaved".
 */
export interface PromptSaved {
  status: 'saved' | 'updated' | 'renamed' | 'deleted' | 'default_set'
  prompt_id: string
  /**
   * Whether the version was made the default by this.
   */
  default_set: boolean
  entry: PromptEntry1
}
/**
 * A version of a prompt.
 */
export interface PromptEntry1 {
  id: string
  name: string
  type: 'system' | 'response' | 'experiment'
  /**
   * YYYYMMDD-HHMMSS, and -n from the second version of a second on.
   */
  version: string
  /**
   * What system_prompt_file and response_template_file take.
   */
  path: string
  is_current: boolean
  metadata: {
    label: string
    prompt_tag: string
    notes: string
    saved_by: string
    saved_at: string
    /**
     * Who last changed label, tag, notes or name.
     */
    updated_by: string | null
    updated_at: string | null
    /**
     * Who last made this version the default.
     */
    promoted_by: string | null
    promoted_at: string | null
  }
  storage: {
    kind: 'filesystem' | 'blob'
    path: string
    bytes: number
  }
}
/**
 * What changes, or has changed.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SettingsChanged".
 */
export interface SettingsChanged {
  changes: {
    key: string
    from: (string | number | boolean | string[]) | null
    to: (string | number | boolean | string[]) | null
    from_type: string
    to_type: string
  }[]
  persisted: boolean
  /**
   * Number of the change that holds now.
   */
  version?: number
  blob_storage?: {
    status: 'connected' | 'failed'
    kind: 'filesystem' | 'azure' | 's3'
    container: string
    container_exists: boolean
    cloud_configured: boolean
    latency_ms: number
    reason: string | null
    diagnosis: string | null
    created: boolean
  }
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ModelConnectionWantedInput".
 */
export interface ModelConnectionWantedInput {
  /**
   * Of an OpenAI-compatible server, up to and with /v1; of reranking, without /rerank.
   */
  base_url: string
  /**
   * The key itself. It is kept encrypted, and never shown again.
   */
  api_key?: string
  /**
   * The environment variable that holds the key, in its place.
   */
  api_key_env?: string
  /**
   * The key that is kept, for the same address.
   */
  keep_key?: boolean
  /**
   * Of language models: what the server calls the model of each alias.
   */
  serves?: {
    [k: string]: string
  }
  /**
   * Of embeddings and reranking.
   */
  model?: string
}
/**
 * An emergency operation plan; fields beyond these are kept as they are.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PlanDraftInput".
 */
export interface PlanDraftInput {
  /**
   * As in the path, or left out.
   */
  id?: string
  organizationId: string
  name: string
  /**
   * @maxItems 1000
   */
  annexes?: PlanAnnexInput[]
  /**
   * The roles of the plan.
   *
   * @maxItems 1000
   */
  generalUserTags?: PlanTagInput[]
  [k: string]: unknown
}
/**
 * A part of a plan: what is done, or what is done against a hazard.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PlanAnnexInput".
 */
export interface PlanAnnexInput {
  id: string
  name: string
  type: 'FUNCTIONAL' | 'HAZARD'
  /**
   * Rich text, kept as it was sent.
   */
  html?: string
  [k: string]: unknown
}
/**
 * A role in a plan.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PlanTagInput".
 */
export interface PlanTagInput {
  id: string
  name: string
  [k: string]: unknown
}
/**
 * The plan of a school that does not exist.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SamplePlan".
 */
export interface SamplePlan {
  id: string
  name: string
  annexes: number
  roles: number
}
/**
 * Words to look for, and which chunks count.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "KnowledgeQueryInput".
 */
export interface KnowledgeQueryInput {
  query: string
  filters?: {
    [k: string]: string | number | boolean | null | [string | number | boolean | null, ...(string | number | boolean | null)[]]
  } | null
  /**
   * 1 to 100; the configured number when absent.
   */
  top_k?: number
  /**
   * Name or alias; the default index when absent.
   */
  index?: string
  options?: {
    /**
     * Let the configured judge put the best chunks into order; absent: as configured.
     */
    rerank?: boolean
    /**
     * Chunks that say the same count once.
     */
    deduplicate?: boolean
  }
}
/**
 * The best chunks first.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "KnowledgeQueryReply".
 */
export interface KnowledgeQueryReply {
  results: {
    /**
     * The document; the chunk where its index keeps no document ids.
     */
    doc_id: string
    snippet: string
    score: number
    chunk_id: string
    index: string
    source_file: string | null
    title: string | null
    file_type: string | null
    section: string | null
    page_number: number | null
    chunk_index: number | null
    /**
     * The judge's; only where it judged.
     */
    rerank_score?: number
    /**
     * Where the same text stands too; only with deduplicate.
     */
    also_in?: {
      doc_id: string
      chunk_id: string
      source_file: string | null
    }[]
  }[]
  /**
   * What became of the wish to rerank; without one absent.
   */
  rerank?: {
    applied: boolean
    model?: string
    candidates?: number
    reason?: 'not_configured' | 'failed' | 'timed_out'
  }
  /**
   * Every chunk that fits, also beyond top_k.
   */
  total: number
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportFeedbackBodyInput".
 */
export interface CostReportFeedbackBodyInput {
  reportId: string
  /**
   * What is meant of the report; absent: all of it.
   */
  findingId?: string
  rating: 'agree' | 'disagree' | 'unsure'
  comment?: string
}
/**
 * Series, numbers and a question. At least one of series and datasets.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReasoningRequestInput".
 */
export interface ReasoningRequestInput {
  /**
   * The question, in plain words: the result answers it first.
   */
  objective: string
  series?: {
    /**
     * Unique among series and datasets.
     */
    id: string
    /**
     * For people; the id where it is left out.
     */
    label?: string
    points: {
      /**
       * ISO 8601, to the millisecond; UTC where it names no zone.
       */
      t: string
      v: number
    }[]
  }[]
  /**
   * Numbers without times.
   */
  datasets?: {
    /**
     * Unique among series and datasets.
     */
    id: string
    /**
     * For people; the id where it is left out.
     */
    label?: string
    values: number[]
  }[]
  /**
   * What is known: cycles, dates of events, holidays.
   *
   * @maxItems 100
   */
  hints?: string[]
  /**
   * Whose rules are held against the findings.
   */
  outputProfile?: 'default' | 'education' | 'finance' | 'operations'
  /**
   * Comes back as it is.
   */
  taskId?: string
}
/**
 * What was found, step by step, and what it says to the objective.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReasoningOutput".
 */
export interface ReasoningOutput1 {
  taskId: string | null
  objective: string
  temporal?: {
    series: {
      id: string
      trend: {
        direction: 'up' | 'down' | 'flat'
        slope_per_day: number
        p_value: number
        [k: string]: unknown
      }
      seasonality: {
        /**
         * Samples.
         */
        period: number
        strength: number
      } | null
      changePoints: {
        t: string
        index: number
        before_mean: number
        after_mean: number
        confidence: number
        [k: string]: unknown
      }[]
      anomalies: {
        t: string
        v: number
        /**
         * Robust deviations from what was expected; negative below it.
         */
        score: number
        [k: string]: unknown
      }[]
      gaps: {
        from: string
        to: string
        missing: number
      }[]
      stationarity: {
        [k: string]: unknown
      } | null
      notes: string[]
      [k: string]: unknown
    }[]
    [k: string]: unknown
  }
  pattern?: {
    items: {
      id: string
      [k: string]: unknown
    }[]
    [k: string]: unknown
  }
  correlation?: {
    pairs: {
      a: string
      b: string
      n: number
      pearson: number
      spearman: number
      /**
       * Samples; positive: b follows a. 0 where no lag stands out.
       */
      best_lag: number
      p_value: number
      q_value: number
      [k: string]: unknown
    }[]
    [k: string]: unknown
  }
  domain?: {
    profile: string
    [k: string]: unknown
  }
  explanation?: {
    text: string
    source: 'model' | 'templates'
    claims: {
      id: string
      kind:
        | 'change'
        | 'trend'
        | 'correlation'
        | 'lag'
        | 'anomaly'
        | 'season'
        | 'comparison'
        | 'forecast'
        | 'outlier'
        | 'distribution'
        | 'gap'
        | 'driver'
        | 'calendar'
        | 'difference'
        | 'extreme'
      /**
       * Ids of series and datasets.
       */
      about: string[]
      text: string
      direction: ('up' | 'down') | null
      t: string | null
      effect: number
      /**
       * 0 to 1.
       */
      certainty: number
      /**
       * The numbers that it says, by their place in this reply.
       */
      references: {
        path: string
        value: number
      }[]
    }[]
  }
  validation?: {
    passed: boolean
    checks: {
      name: string
      passed: boolean
      detail: string
    }[]
    [k: string]: unknown
  }
  result: {
    summary: string
    keyInsights: {
      id: string
      kind:
        | 'change'
        | 'trend'
        | 'correlation'
        | 'lag'
        | 'anomaly'
        | 'season'
        | 'comparison'
        | 'forecast'
        | 'outlier'
        | 'distribution'
        | 'gap'
        | 'driver'
        | 'calendar'
        | 'difference'
        | 'extreme'
      /**
       * Ids of series and datasets.
       */
      about: string[]
      text: string
      direction: ('up' | 'down') | null
      t: string | null
      effect: number
      /**
       * 0 to 1.
       */
      certainty: number
      /**
       * The numbers that it says, by their place in this reply.
       */
      references: {
        path: string
        value: number
      }[]
    }[]
    /**
     * 0 to 1: how sure the summary is.
     */
    confidence: number
    /**
     * Steps that were skipped or failed.
     */
    missing: {
      step: string
      status: string
      reason: string
    }[]
    /**
     * Items that were left out.
     */
    skipped: {
      id: string
      notes: string[]
    }[]
  }
  executedSteps: {
    step: string
    status: 'completed' | 'skipped' | 'failed'
    startedAt: string
    durationMs: number
    reason?: string
  }[]
  timing: {
    startedAt: string
    completedAt: string
    totalMs: number
  }
}
/**
 * Which views are folded anew.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ViewsRebuildInput".
 */
export interface ViewsRebuildInput {
  /**
   * Names of views; all of them when absent.
   *
   * @minItems 1
   * @maxItems 100
   */
  views?: [string, ...string[]]
  /**
   * Why; kept in the audit record.
   */
  reason?: string
}
/**
 * What was folded anew.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ViewsRebuilt".
 */
export interface ViewsRebuilt {
  views: string[]
  /**
   * Records of the log that were folded.
   */
  records: number
  seconds: number
}
/**
 * From when.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookRecoverInput".
 */
export interface WebhookRecoverInput {
  /**
   * What failed at or after this time is sent again.
   */
  since: string
}
/**
 * How many are sent again.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookRecovered".
 */
export interface WebhookRecovered {
  recovered: number
}
/**
 * It is sent now.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookQueued".
 */
export interface WebhookQueued {
  delivery_id: string
  status: 'waiting'
}
/**
 * What is sent again.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Redriven".
 */
export interface Redriven {
  redriven: number
  /**
   * How many there are.
   */
  matched: number
  dry_run: boolean
  /**
   * Of the run that sends them.
   */
  run_id: string | null
}
/**
 * Where a turn is begun again.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AgentRerunInput".
 */
export interface AgentRerunInput {
  /**
   * How many steps are taken over, or the key of the first one that is done anew (`model/1`); 0: everything anew. A turn that failed has none.
   */
  from?: number | string
}
/**
 * The uploads that are tried again, and those that cannot be.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadsRetried".
 */
export interface UploadsRetried {
  retried: string[]
  skipped: {
    upload_id: string
    reason: string
  }[]
}
/**
 * A new secret.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookRotated".
 */
export interface WebhookRotated {
  id: string
  /**
   * Shown once. Signatures are made with it, as Standard Webhooks says.
   */
  secret: string
  /**
   * Until when older secrets sign too.
   */
  previous_until: string
}
/**
 * Pages of the documentation, the best match first.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DocumentationFound".
 */
export interface DocumentationFound {
  items: {
    title: string
    /**
     * The heading of the section that matches best.
     */
    heading: string
    /**
     * The address of this section.
     */
    path: string
    /**
     * Plain text around the words that match.
     */
    excerpt: string
  }[]
}
/**
 * A file that was found by its name.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FoundFile".
 */
export interface FoundFile {
  index: string
  source_file: string
  file_type: string
  chunk_count: number
  latest_ingestion: string
}
/**
 * How many were written.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SeedReply".
 */
export interface SeedReply {
  seeded: number
  unchanged: number
}
/**
 * A link by which others read a conversation.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ConversationLink".
 */
export interface ConversationLink {
  token: string
  /**
   * Of the console; behind the address of this server it is the link.
   */
  path: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportSessionRequestInput".
 */
export interface CostReportSessionRequestInput {
  /**
   * Id of the district.
   */
  districtId: string
  /**
   * Its name, for people.
   */
  districtName: string
  /**
   * `Q1` to `Q4`.
   */
  quarter: string
  year: string
  /**
   * Who reviews, as the page knows them.
   */
  userId: string
  userName?: string
  userEmail?: string
  userRole?: string
}
/**
 * Where the run is asked for.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReasoningStarted".
 */
export interface ReasoningStarted {
  runId: string
}
/**
 * A build of an index beside the live one.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RebuildRequestInput".
 */
export interface RebuildRequestInput {
  /**
   * Name or alias of an index.
   */
  index: string
  /**
   * Where it begins: at the files, at their texts, at the chunks, or at the vectors, as they are kept.
   */
  from: 'received' | 'parsed' | 'chunked' | 'embedded'
  /**
   * What this build has of its own, over what the live one has: keys of config.yaml, and the definition of the index. What is left out stays as it is.
   */
  config?: {
    chunking?: {
      max_tokens?: number
      overlap_tokens?: number
    }
    embeddings?: {
      /**
       * A further embedder (`embeddings-…` of `GET /api/v2/models/connections`); `embeddings`: that of the platform; absent: as now.
       */
      connection?: string
    }
    /**
     * Attributes of the index's definition that this build has of its own, `fields` as a whole. Vectors get the embedder's length.
     */
    index?: {
      fields?: {
        name: string
        [k: string]: unknown
      }[]
      [k: string]: unknown
    }
  }
  /**
   * Tells what it would take, and builds nothing.
   */
  dry_run?: boolean
  /**
   * The documents that the index showed then: a time (ISO 8601), or `{topic: {partition: offset}}` of topics of documents, where it is the time before the earliest of these records. Deleted and replaced documents can be built as long as `retention.generations` keeps their files.
   */
  as_of?:
    | string
    | {
        [k: string]: {
          [k: string]: number
        }
      }
  /**
   * Documents a minute at most.
   */
  rate?: number
  /**
   * Questions that both builds are asked. Without them some are made of the documents.
   *
   * @maxItems 500
   */
  queries?: {
    query: string
    /**
     * @maxItems 100
     */
    relevant?: string[]
  }[]
}
/**
 * Where the rebuild is asked for, and what it takes.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RebuildStarted".
 */
export interface RebuildStarted {
  /**
   * Absent in a dry run.
   */
  runId?: string
  dry_run: boolean
  index: string
  estimate: {
    documents: number
    chunks: number
    minutes: number
    /**
     * What the minutes rest on: the last rebuild of this index with the same `from`.
     */
    basis: 'last_rebuild' | 'assumed'
    /**
     * What is taken over as it is.
     */
    kept: {
      /**
       * Documents whose text is not read anew.
       */
      texts: number
      chunks: number
      vectors: number
    }
    embeddings: {
      /**
       * Requests to the embedder at most; 0 where nothing is embedded, or by the embedded one.
       */
      calls: number
      /**
       * Passages that are embedded; those in the cache of vectors cost nothing.
       */
      texts: number
      tokens: number
      /**
       * null: config.yaml names no price.
       */
      cost: number | null
      currency: string | null
    }
  }
  /**
   * What another definition of the index changes. Absent without one.
   */
  fields?: {
    added: string[]
    removed: string[]
    changed: string[]
    /**
     * Added fields for which documents have no values of this name and type.
     */
    never_filled: string[]
  }
  as_of?: {
    /**
     * The time that is meant.
     */
    at: string
    /**
     * What the index showed then.
     */
    documents: number
    /**
     * As far back as one can go for this index; null: to its beginning.
     */
    kept_since: string | null
  }
}
/**
 * What a replay would write.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReplayDryRun".
 */
export interface ReplayDryRun {
  dry_run: true
  /**
   * Records that would be written.
   */
  total: number
  /**
   * Records of the range.
   */
  scanned: number
  written: 0
  /**
   * Whether the range was too long to be counted, and a part of it stands for all.
   */
  estimated: boolean
}
/**
 * The replay.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReplayStarted".
 */
export interface ReplayStarted {
  runId: string
}
/**
 * A run that was accepted.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WorkflowStarted".
 */
export interface WorkflowStarted {
  runId: string
  status: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  /**
   * Counts of items; processed is the sum of the three behind it.
   */
  progress: {
    total: number
    processed: number
    succeeded: number
    failed: number
    skipped: number
  }
  /**
   * ISO 8601.
   */
  createdAt: string
  message: string
}
/**
 * The workbook is taken in; its job tells how it fares.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportAccepted".
 */
export interface CostReportAccepted {
  jobId: string
  reportId: string
  status: 'queued'
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReferenceDataInput".
 */
export interface ReferenceDataInput {
  districtId: string
  /**
   * Names of the cost pools.
   *
   * @maxItems 500
   */
  pools?: string[]
  /**
   * Positions with the pool that they belong to; a position without a pool in a workbook is told it.
   *
   * @maxItems 5000
   */
  positions?: {
    name: string
    pool?: string | null
  }[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ModelServerProbeInput".
 */
export interface ModelServerProbeInput {
  /**
   * The connection whose kept key is meant by keep_key.
   */
  name?: string
  kind: 'answers' | 'embeddings' | 'rerank'
  /**
   * Of an OpenAI-compatible server, up to and with /v1; of reranking, without /rerank.
   */
  base_url: string
  /**
   * The key itself. It is kept encrypted, and never shown again.
   */
  api_key?: string
  /**
   * The environment variable that holds the key, in its place.
   */
  api_key_env?: string
  /**
   * The key that is kept, for the same address.
   */
  keep_key?: boolean
  /**
   * Called where it is named; else the server is asked for its list alone.
   */
  model?: string
}
/**
 * What a model server said.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ModelServerProbed".
 */
export interface ModelServerProbed {
  ok: boolean
  /**
   * As the server answers: with /v1 where that was left out.
   */
  base_url: string
  /**
   * Its own list; empty where it has none.
   */
  models: string[]
  /**
   * Of the call of the model, or of the list where none is named.
   */
  latency_ms?: number
  /**
   * Numbers of one vector.
   */
  dimensions?: number
  error?: string
}
/**
 * Whether the blob store responds.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "StorageTest".
 */
export interface StorageTest {
  status: 'connected' | 'failed'
  kind: string
  container: string
  latency_ms: number
  /**
   * Why it failed.
   */
  diagnosis?: string
}
/**
 * How fast a rebuild goes.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RebuildRateInput".
 */
export interface RebuildRateInput {
  /**
   * Documents a minute at most; null: as fast as they come.
   */
  rate: number | null
}
/**
 * How far a job of quick reference guides is.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "GuidesStatus".
 */
export interface GuidesStatus {
  requestId: string
  sessionId: string | null
  status: 'PROCESSING' | 'SUCCESS' | 'ERROR' | 'CANCELLED'
  /**
   * Annexes of the plan, and how many are over.
   */
  progress: {
    total: number
    done: number
  }
  message?: string
}
/**
 * A job of quick reference guides: that it was accepted, its guides, or why there are none.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "GuidesReply".
 */
export interface GuidesReply {
  requestId: string
  sessionId: string | null
  /**
   * accepted, success, error; of status and result: PROCESSING, SUCCESS, ERROR, CANCELLED.
   */
  status: string
  message?: string
  data?: {
    root: QuickReferenceGuide[]
  }
  /**
   * Annexes without a guide, and why.
   *
   * Items: `[<step>:<annex name>] <reason>`
   */
  errors?: string[]
}
/**
 * What people of some roles do before, during and after.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "QuickReferenceGuide".
 */
export interface QuickReferenceGuide {
  name: string
  organizationId: string
  type: 'FUNCTIONAL' | 'EMERGENCY'
  functionality: string | null
  hazard: string | null
  generalUserTagManagementType: 'ASSIGN_SELECTED' | 'ASSIGN_ALL'
  generalUserTagIds: string[]
  /**
   * Names of those roles.
   */
  roles: string[]
  contentBlocks: {
    type: 'BEFORE' | 'DURING' | 'AFTER'
    /**
     * HTML: a list of steps.
     */
    content: string
    /**
     * The sentences of the content, each with where it comes from.
     */
    sentences: {
      text: string
      /**
       * The element of the annex that it comes from; null where none says it: hold it against the annex.
       */
      source: {
        /**
         * Number of the element among those of the annex that hold text, from 0.
         */
        element: number
        /**
         * Where the element begins in the HTML of the annex.
         */
        start: number
        end: number
        /**
         * What stands there.
         */
        quote: string
      } | null
    }[]
    /**
     * Steps of the annex for which there is no room on a card.
     */
    left_out: number
  }[]
  annexId: string
  /**
   * embedded: its sentences are the annex’s own. model: a language model wrote it.
   */
  writer: 'embedded' | 'model'
  /**
   * Sentences that no element of the annex says.
   */
  untraced: number
}
/**
 * The upload, and the document that it is a version of.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadResponse".
 */
export interface UploadResponse {
  upload_id: string
  document_id: string
  status: string
  message: string
}
/**
 * Where a file is, and what is known of it.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadFromUrlInput".
 */
export interface UploadFromUrlInput {
  /**
   * https address of the file.
   */
  url: string
  /**
   * At least `title` and `doc_type`.
   */
  metadata: {
    /**
     * Title of the document.
     */
    title: string
    /**
     * Type of the document, such as `report`.
     */
    doc_type: string
    /**
     * Tags.
     *
     * @maxItems 100
     */
    tags?: string[]
    /**
     * Label that may limit who reads the document.
     */
    confidentiality?: string
    /**
     * Label that may limit who reads the document.
     */
    business_unit?: string
    /**
     * First day on which the document applies.
     */
    effective_date?: string
    /**
     * Last day on which the document applies.
     */
    expiry_date?: string
    [k: string]: unknown
  }
  /**
   * The document’s name.
   */
  filename?: string
  process_mode?: 'async' | 'sync' | 'upload_only'
  /**
   * 409 when the document is there already.
   */
  prevent_reprocess?: boolean
  /**
   * Replace the document that is there.
   */
  replace_existing?: boolean
  /**
   * Name or alias; the default index when absent.
   */
  target_index?: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CostReportValidationInput".
 */
export interface CostReportValidationInput {
  reportId: string
}
/**
 * Tags for each post.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TaggingSuggestions".
 */
export interface TaggingSuggestions1 {
  /**
   * In the order of the posts.
   */
  suggestions: {
    postId: string
    status: 'tagged' | 'skipped' | 'failed'
    tags: string[]
    caption?: string
    /**
     * embedded: by the words of the vocabulary and of the post, without a model.
     */
    method?: 'model' | 'embedded'
    /**
     * Why it was skipped, failed, or lacks something.
     */
    reason?: string
  }[]
  method: 'model' | 'embedded'
  /**
   * What the tags rest on where no model chose them.
   */
  note?: string
}
/**
 * Body of every unsuccessful response.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ErrorBody".
 */
export interface ErrorBody {
  error: {
    /**
     * Stable error code. The table in the introduction explains each code.
     */
    code:
      | 'invalid_request'
      | 'content_refused'
      | 'unauthorized'
      | 'forbidden'
      | 'not_found'
      | 'method_not_allowed'
      | 'not_acceptable'
      | 'conflict'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'model_incapable'
      | 'rate_limited'
      | 'internal'
      | 'upstream_failed'
      | 'upstream_refused'
      | 'unavailable'
      | 'timeout'
      | 'storage_full'
    /**
     * Message for people. It may change.
     */
    message: string
    /**
     * Data for programs, depending on the code.
     */
    details: {
      [k: string]: unknown
    }
    /**
     * `ValidationError` if the code is validation_failed.
     */
    name?: string
    /**
     * Invalid fields, if the code is validation_failed.
     *
     * Items: A problem with one field.
     */
    issues?: {
      path?: string
      code?: string
      message?: string
      [k: string]: unknown
    }[]
    timestamp: string
    /**
     * The X-Request-Id of the response. Quote it when you report a problem.
     */
    request_id: string
  }
  /**
   * The HTTP status.
   */
  status_code: number
  /**
   * The requested path, without its query.
   */
  path: string
  method: string
}

/** Method and path of each operation. */
export declare const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>>
