import { z } from 'zod'

const rule = (claim: string) =>
  z
    .object({
      claim: z
        .string()
        .min(1)
        .default(claim)
        .describe('Claim of the token that lists what its holder may read: a text, or an array of texts.'),
      without_claim: z.enum(['all', 'none']).default('all').describe('What a token without the claim may read of the labelled documents.'),
      unlabelled: z.enum(['shown', 'hidden']).default('hidden').describe('Whether limited callers see documents without this label.'),
    })
    .default({ claim, without_claim: 'all', unlabelled: 'hidden' })

const values = z.array(z.string().min(1).max(200)).optional()

/** Who may read which documents, by their labels. */
export const accessSchema = z
  .object({
    confidentiality: rule('confidentiality'),
    business_unit: rule('business_unit'),
    /** Limits and roles of subscription keys, by the key's name; they hold beside those of the token. */
    keys: z
      .record(
        z.string(),
        z.object({
          confidentiality: values,
          business_unit: values,
          roles: values.describe(
            'Roles that the key grants. Beside a token both must grant a role. Absent: a key with limits grants none where there is no token, any other key all.',
          ),
        }),
      )
      .default({}),
  })
  .default({
    confidentiality: { claim: 'confidentiality', without_claim: 'all', unlabelled: 'hidden' },
    business_unit: { claim: 'business_unit', without_claim: 'all', unlabelled: 'hidden' },
    keys: {},
  })
