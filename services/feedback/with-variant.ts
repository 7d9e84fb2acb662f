import type { Config } from '../../kernel/config/config.ts'
import { pickVariant } from '../../kernel/config/pick-variant.ts'
import type { Feedback } from '../../schemas/feedback.ts'

/**
 * The rating with the variant of its user, where the client names an experiment of config.yaml and no variant: it is the one that the
 * answer was given under, because it follows from the same names.
 */
export function withVariant(config: Pick<Config, 'experiments'>, feedback: Feedback): Feedback {
  const { experiment_name, variant_name, user_id, session_id } = feedback
  if (variant_name !== undefined || !experiment_name || !Object.hasOwn(config.experiments, experiment_name)) return feedback
  return { ...feedback, variant_name: pickVariant(config, { experiment_name, user_id, session_id }).name }
}
