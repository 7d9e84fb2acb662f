/** One server-sent event; `event` is "message" when the server names none. */
export interface ServerEvent {
    readonly event: string;
    readonly data: string;
    readonly id: string | undefined;
}
/** The events of a `text/event-stream` body as they come; comments and blocks without data are left out. Leaving the loop cancels the body. */
export declare function readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent>;
