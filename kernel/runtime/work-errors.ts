interface WorkErrorDoc {
  readonly meaning: string
  readonly remedy: string
}

/** Codes of a failed run, item or record, besides those of documents and of the HTTP API. They appear in docs/reference/errors.md. */
export const workErrors: Readonly<Record<string, WorkErrorDoc>> = {
  analysis_failed: {
    meaning: 'None of the analyses of the series could be completed.',
    remedy: 'Read the errors of the items, correct the series, and start another run.',
  },
  build_gone: { meaning: 'One of the two builds of an index no longer exists.', remedy: 'Start another rebuild.' },
  draft_refused: {
    meaning: 'The model refused to write a guide, or its response could not be used.',
    remedy: 'Check the annex, or use another model, then retry the item.',
  },
  empty_annex: {
    meaning: 'The annex has no text, or no step that a guide could show.',
    remedy: 'Add courses of action to the annex, then retry the item.',
  },
  interrupted: { meaning: 'The process stopped while it worked on the item.', remedy: 'None. The item is retried.' },
  invalid_html: {
    meaning: 'The HTML has too many elements, or is nested too deeply.',
    remedy: 'Divide the text, or remove elements that only wrap others.',
  },
  invalid_record: {
    meaning: 'A record has invalid headers, an unknown event type, or a value that does not match its schema.',
    remedy: 'Correct the producer, then discard the dead letter.',
  },
  needs_model: {
    meaning: 'The edit requires a language model, and none is connected.',
    remedy: 'Connect a model in Settings or with `LLM_BASE_URL`, then retry.',
  },
  no_guides: {
    meaning: 'The plan has no annexes, or no annex yielded a guide.',
    remedy: 'Read the errors of the items, correct the annexes, and retry.',
  },
  not_a_cost_report: {
    meaning: 'The workbook contains no columns of a cost report.',
    remedy: 'Upload another workbook, or assign its columns on the report page.',
  },
  not_found: { meaning: 'The agent or the report no longer exists.', remedy: 'None. Start another run.' },
  not_found_in_field: {
    meaning: 'The instruction names text that the field does not contain exactly once.',
    remedy: 'Quote the text as it appears in the field.',
  },
  output_too_large: {
    meaning: 'A consumer produced a record that exceeds the record limit.',
    remedy: 'Reduce the input. If that is not possible, discard the dead letter.',
  },
  refused: { meaning: 'The model refused the post.', remedy: 'Change the post, or use another model.' },
  reply_refused: {
    meaning: 'The model refused to edit the text, or its responses could not be used.',
    remedy: 'Rephrase the instruction, or edit a smaller part.',
  },
  too_long: {
    meaning: 'The task took longer than its limit, or the edited field would exceed its maximum length.',
    remedy: 'Edit single sections instead of the whole field.',
  },
  unknown_model: {
    meaning: 'A section of `config.yaml` names a model alias that does not exist.',
    remedy: 'Correct the alias in `config.yaml`, then retry.',
  },
  unusable_answer: { meaning: 'The response of the model did not have the requested form.', remedy: 'Retry, or use another model.' },
}
