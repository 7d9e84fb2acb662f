import { type ErrorBody, type Operations } from '../api.js';
import { type Progress } from './send-form.ts';
export type * from '../api.js';
export type { Progress } from './send-form.ts';
export interface ClientOptions {
    /** Where the server is. */
    readonly url: string;
    /** Subscription key. */
    readonly key?: string | undefined;
    /** Bearer token. */
    readonly token?: string | undefined;
    readonly fetch?: typeof fetch | undefined;
}
/** Any operation of the document, by its operationId. */
export type OperationId = keyof Operations;
/** Operations that can answer with an event stream. */
export type StreamId = {
    [Id in OperationId]: Operations[Id] extends {
        events: object;
    } ? Id : never;
}[OperationId];
export type Reply<Id extends OperationId> = Operations[Id]['reply'];
/** One event of a stream: its name, its parsed data, and the id from which the stream can be taken up again. */
export type StreamEvent<Id extends StreamId> = {
    [Name in keyof Operations[Id]['events']]: {
        event: Name;
        data: Operations[Id]['events'][Name];
        id: string | undefined;
    };
}[keyof Operations[Id]['events']];
export interface CallOptions {
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly signal?: AbortSignal | undefined;
}
type Input<Id extends OperationId> = Omit<Operations[Id], 'reply' | 'events'> & CallOptions;
type Arguments<Id extends OperationId> = Record<never, never> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>];
export interface UploadOptions {
    /** `title` and `doc_type` are asked for; the title is the file's name where it is left out. */
    readonly metadata: {
        readonly title?: string;
        readonly doc_type: string;
        readonly [name: string]: unknown;
    };
    /** The document's name; a File has one of its own. */
    readonly name?: string | undefined;
    /** More fields of the form: `target_index`, `replace_existing`, `process_mode`, … */
    readonly fields?: Readonly<Record<string, string>> | undefined;
    readonly onProgress?: ((progress: Progress) => void) | undefined;
    /** The same key is never accepted twice; one is made where it is left out. */
    readonly idempotencyKey?: string | undefined;
    readonly signal?: AbortSignal | undefined;
}
/** A reply that is no success. `body` is the server's own, undefined where something between answered. */
export declare class ApiFailure extends Error {
    readonly name = "ApiFailure";
    readonly status: number;
    readonly body: ErrorBody | undefined;
    readonly retryAfterSeconds: number | undefined;
    constructor(status: number, body: ErrorBody | undefined, retryAfterSeconds: number | undefined);
}
export interface Client {
    /** Calls an operation and gives its body. Rejects with ApiFailure, or with fetch's own error when nothing answers. */
    call<Id extends OperationId>(id: Id, ...input: Arguments<Id>): Promise<Reply<Id>>;
    /**
     * The events of a stream as they come. Leaving the loop ends the stream. One that is read by GET is taken up again after
     * its last event when the connection breaks or the server is busy, up to six times in a row.
     */
    stream<Id extends StreamId>(id: Id, ...input: Arguments<Id>): AsyncGenerator<StreamEvent<Id>>;
    /** Uploads one file, tells how far it is, and tries again under the same key while the server is away or busy, up to six times. */
    upload(file: Blob, options: UploadOptions): Promise<Reply<'uploadDocument'>>;
}
export declare function createClient(options: ClientOptions): Client;
/** Path and query of an operation. */
export declare function pathOf(id: OperationId, { path, query }?: {
    path?: object;
    query?: object;
}): string;
