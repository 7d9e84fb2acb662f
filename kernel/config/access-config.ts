import { z } from 'zod'

const rule = (claim: string) =>
  z
    .object({
      claim: z
        .string()
        .min(1)
        .default(claim)
        .describe('Token claim that lists the labels its holder may read: a string, or an array of strings.'),
      without_claim: z.enum(['all', 'none']).default('all').describe('Which labeled documents a token without the claim may read.'),
      unlabelled: z.enum(['shown', 'hidden']).default('hidden').describe('Whether callers with limits see documents without this label.'),
    })
    .default({ claim, without_claim: 'all', unlabelled: 'hidden' })

const values = z.array(z.string().min(1).max(200))

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
          confidentiality: values.describe('Values of the label `confidentiality` that callers with this key may read.').optional(),
          business_unit: values.describe('Values of the label `business_unit` that callers with this key may read.').optional(),
          roles: values
            .describe(
              'Roles that the key grants. With a token, both must grant a role. If omitted and tokens are not used, a key with limits grants no role, and any other key grants all.',
            )
            .optional(),
        }),
      )
      .default({}),
  })
  .default({
    confidentiality: { claim: 'confidentiality', without_claim: 'all', unlabelled: 'hidden' },
    business_unit: { claim: 'business_unit', without_claim: 'all', unlabelled: 'hidden' },
    keys: {},
  })
