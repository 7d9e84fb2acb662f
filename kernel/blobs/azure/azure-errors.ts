import { isRestError } from '@azure/storage-blob'
import { ApiError } from '../../runtime/errors.ts'
import { clockDiagnosis, type Diagnosis, networkCode, unreachable } from '../unreachable.ts'

export interface StoreNames {
  readonly host: string
  readonly container: string
  readonly now: () => number
}

/** The service's word for an error; replies without a body have it in their header alone. */
export const azureWord = (error: unknown): string | undefined =>
  isRestError(error) && error.statusCode !== undefined ? (error.response?.headers.get('x-ms-error-code') ?? error.code) : undefined

/** Words of the service: https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes and common-rest-api-error-codes. */
const SERVICE: Readonly<Record<string, (names: StoreNames) => Diagnosis>> = {
  ContainerNotFound: ({ container }) => ({
    reason: 'container_missing',
    message: `The container ${container} does not exist and is created with the first write.`,
  }),
  ContainerBeingDeleted: ({ container }) => ({
    reason: 'container_being_deleted',
    message: `The container ${container} is being deleted; Azure frees its name after 30 seconds or more.`,
  }),
  AccountIsDisabled: () => ({ reason: 'account_disabled', message: 'The storage account is disabled.' }),
  KeyBasedAuthenticationNotPermitted: () => ({
    reason: 'keys_not_permitted',
    message: 'The storage account does not accept account keys; allow shared key access, or use a connection string with a SAS.',
  }),
  AuthorizationFailure: () => ({
    reason: 'not_authorized',
    message: 'The storage account refuses this caller: its firewall does not admit this address, or the SAS does not cover this container.',
  }),
  AuthorizationPermissionMismatch: () => ({
    reason: 'permission_missing',
    message: 'The SAS lacks a permission; read, add, create, write, delete and list are needed.',
  }),
  InvalidUri: ({ host }) => ({ reason: 'wrong_endpoint', message: `${host} does not know this address; check BlobEndpoint.` }),
}

function refused(error: { response?: { headers: { get(name: string): string | undefined } } }, names: StoreNames): Diagnosis {
  return (
    clockDiagnosis(error.response?.headers.get('date'), names.now(), 'Azure') ?? {
      reason: 'wrong_key',
      message: `${names.host} refuses the signature: AccountName and AccountKey (or the SAS) in AZURE_STORAGE_CONNECTION_STRING do not belong together, or the key was rotated.`,
    }
  )
}

const network = (code: string, { host }: StoreNames): Diagnosis =>
  unreachable(code, host, 'the account name is misspelt or the account is gone')

/** Tells why the store does not do what it was asked. Never repeats what the client or the service said: both may quote signatures. */
function diagnoseAzure(error: unknown, names: StoreNames): Diagnosis {
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) return network('', names)
  if (!isRestError(error) || error.statusCode === undefined) return network(networkCode(error), names)
  const word = azureWord(error) ?? ''
  // Azurite has one word for two refusals; only the sentence about the signature tells them apart.
  const known = word === 'AuthorizationFailure' && /signature/i.test(error.message) ? undefined : SERVICE[word]
  if (known) return known(names)
  if (error.statusCode === 401 || error.statusCode === 403) return refused(error, names)
  if (error.statusCode === 404)
    return { reason: 'wrong_account', message: `${names.host} has no such account or resource; check AccountName.` }
  return { reason: 'service_error', message: `${names.host} answers ${error.statusCode} ${word}.` }
}

/** What remains of a client's error as a cause: enough to find the request at Azure, nothing that was signed. */
const causeOf = (error: unknown): Error =>
  isRestError(error) && error.statusCode !== undefined
    ? new Error(`${error.statusCode} ${azureWord(error)} x-ms-request-id ${error.response?.headers.get('x-ms-request-id') ?? 'unknown'}`)
    : new Error(networkCode(error) || (error instanceof Error ? error.name : 'unknown'))

/** The ApiError that an error of the client means; `path` is the blob's, where the call was about one. */
export function namedAzure(error: unknown, names: StoreNames, path?: string): ApiError {
  if (error instanceof ApiError) return error
  const cause = causeOf(error)
  const details = path === undefined ? {} : { path }
  const status = isRestError(error) ? error.statusCode : undefined
  const code = azureWord(error)
  if (status === 404 && path !== undefined) return new ApiError('not_found', 'there is no such blob', { details, cause })
  if (status === 507 || networkCode(error) === 'ENOSPC' || networkCode(error) === 'EDQUOT')
    return new ApiError('storage_full', status === 507 ? 'the storage account is full' : 'the disk is full', { cause })
  if (status === 413) return new ApiError('payload_too_large', 'the blob store does not take a blob of this size', { details, cause })
  if (status === 400 && (code === 'InvalidResourceName' || code === 'OutOfRangeInput' || code === 'InvalidUri') && path !== undefined)
    return new ApiError('invalid_request', 'the blob path is not valid', { details, cause })
  if (status === 412 || (status === 409 && path !== undefined))
    return new ApiError('conflict', `the blob store does not change this blob now (${code ?? status})`, { details, cause })
  const { reason, message } = diagnoseAzure(error, names)
  return new ApiError('unavailable', message, { details: { reason }, headers: { 'retry-after': '5' }, cause })
}
