import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { AnnexRequest } from './request.ts'

const kinds = ['plan', 'configuration', 'masterCopy'] as const

/** What an edit belongs to. */
export interface Identity {
  readonly kind: (typeof kinds)[number]
  readonly id: string
  /** Of the object that was given; never looked up. */
  readonly organizationId: string | null
  readonly byObject: boolean
}

type Given = Pick<
  AnnexRequest,
  | 'emergencyOperationPlanId'
  | 'emergencyOperationPlan'
  | 'emergencyOperationPlanConfigurationId'
  | 'emergencyOperationPlanConfiguration'
  | 'eopMasterCopyId'
  | 'emergencyOperationPlanMasterCopy'
>

const SOURCES = [
  {
    kind: 'plan',
    idField: 'emergencyOperationPlanId',
    objectField: 'emergencyOperationPlan',
    aliases: ['id', 'emergencyOperationPlanId', 'planId', 'eopId'],
  },
  {
    kind: 'configuration',
    idField: 'emergencyOperationPlanConfigurationId',
    objectField: 'emergencyOperationPlanConfiguration',
    aliases: ['id', 'emergencyOperationPlanConfigurationId', 'configurationId', 'eopConfigurationId'],
  },
  {
    kind: 'masterCopy',
    idField: 'eopMasterCopyId',
    objectField: 'emergencyOperationPlanMasterCopy',
    aliases: ['id', 'eopMasterCopyId', 'emergencyOperationPlanMasterCopyId', 'masterCopyId'],
  },
] as const

const FIELDS = SOURCES.map(({ idField, objectField }) => `${idField} or ${objectField}`).join('; ')

/** The one source that a request gives. ApiError invalid_request for none, several, one without an id, and an id and an object that differ. */
export function identityOf(given: Given): Identity {
  const sources = SOURCES.filter(({ idField, objectField }) => given[idField] || given[objectField])
  const [source] = sources
  if (!source) throw refused(`give one of these: ${FIELDS}`, 'emergencyOperationPlanId')
  if (sources.length > 1) {
    const named = sources.map(({ idField, objectField }) => (given[idField] ? idField : objectField))
    throw refused(`${named.join(' and ')} were given; give one of these alone: ${FIELDS}`, named[1] ?? '')
  }
  const { kind, idField, objectField, aliases } = source
  const object = given[objectField]
  const named = aliases.map((alias) => object?.[alias]).filter((id) => typeof id === 'string' && id !== '') as string[]
  const ids = new Set([...(given[idField] ? [given[idField]] : []), ...named])
  if (ids.size > 1) throw refused(`${objectField} has another id than ${idField}, or several; give one`, objectField)
  const [id] = ids
  if (id === undefined || id.length > 200)
    throw refused(`${objectField}: give its id as ${aliases.join(', ')}, 1 to 200 characters`, objectField)
  const organizationId = object?.organizationId
  return { kind, id, organizationId: typeof organizationId === 'string' ? organizationId.slice(0, 200) : null, byObject: Boolean(object) }
}

const refused = (message: string, field: string): ApiError => new ApiError('invalid_request', message, { details: { field } })
