import { routes } from '../api.js';
import { readEvents } from './read-events.js';
import { sendForm } from './send-form.js';
/** A reply that is no success. `body` is the server's own, undefined where something between answered. */
export class ApiFailure extends Error {
    name = 'ApiFailure';
    status;
    body;
    retryAfterSeconds;
    constructor(status, body, retryAfterSeconds) {
        super(body?.error.message ?? `the server answered with ${status}`);
        this.status = status;
        this.body = body;
        this.retryAfterSeconds = retryAfterSeconds;
    }
}
const TRIES = 6;
export function createClient(options) {
    return {
        async call(id, ...[input]) {
            const reply = await send(options, id, input ?? {});
            return (await bodyOf(reply));
        },
        stream: (id, ...[input]) => follow(options, id, input ?? {}),
        upload: (file, more) => upload(options, file, more),
    };
}
/** What ends a stream in OpenAI's form, where everything else is JSON. */
const END = '[DONE]';
async function* follow(options, id, parts) {
    let last;
    for (let breaks = 0;;) {
        const headers = { accept: 'text/event-stream', ...parts.headers, ...(last === undefined ? {} : { 'last-event-id': last }) };
        try {
            const reply = await send(options, id, { ...parts, headers });
            if (reply.status === 204)
                return;
            const type = reply.headers.get('content-type') ?? 'nothing';
            if (!type.startsWith('text/event-stream'))
                throw new Error(`${id} was answered with ${type}, not with events`);
            for await (const { event, data, id: eventId } of readEvents(reply.body)) {
                breaks = 0;
                last = eventId ?? last;
                if (data === END)
                    return;
                yield { event, data: JSON.parse(data), id: eventId };
            }
            return;
        }
        catch (error) {
            if (routes[id][0] !== 'GET' || !isPassing(error) || parts.signal?.aborted || ++breaks > TRIES)
                throw error;
            await pause(error, breaks, parts.signal);
        }
    }
}
async function upload(options, file, more) {
    const { metadata, fields = {}, onProgress, idempotencyKey = crypto.randomUUID(), signal } = more;
    const name = more.name ?? file.name;
    if (!name)
        throw new TypeError('name: this file has no name; give one, with its extension');
    for (let tries = 1;; tries++) {
        const form = new FormData();
        form.append('metadata', JSON.stringify({ title: name, ...metadata }));
        for (const [field, value] of Object.entries(fields))
            form.append(field, value);
        form.append('file', file, name);
        const headers = headersOf(options, { 'idempotency-key': idempotencyKey });
        const url = String(new URL(pathOf('uploadDocument'), options.url));
        try {
            const request = { url, headers, form, total: file.size, onProgress, signal };
            const reply = await sendForm(request, options.fetch ?? fetch);
            return (await bodyOf(await checked(reply)));
        }
        catch (error) {
            if (!isPassing(error) || signal?.aborted || tries > TRIES)
                throw error;
            await pause(error, tries, signal);
        }
    }
}
/** Whether the same call may succeed later: nothing answered, the connection broke, or the server was busy. */
const isPassing = (error) => error instanceof ApiFailure ? error.status === 429 || error.status === 503 : error instanceof TypeError;
function pause(error, tries, signal) {
    const asked = error instanceof ApiFailure ? error.retryAfterSeconds : undefined;
    const ms = Math.min(60_000, asked === undefined ? 250 * 2 ** tries : asked * 1000);
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener('abort', () => {
            clearTimeout(timer);
            reject(signal.reason);
        });
    });
}
function headersOf({ key, token }, more = {}) {
    const headers = new Headers(more);
    if (key)
        headers.set('ocp-apim-subscription-key', key);
    if (token)
        headers.set('authorization', `Bearer ${token}`);
    return headers;
}
async function send(options, id, parts) {
    const headers = headersOf(options, parts.headers);
    const isForm = parts.body instanceof FormData;
    if (parts.body !== undefined && !isForm)
        headers.set('content-type', 'application/json');
    const body = isForm ? parts.body : parts.body === undefined ? null : JSON.stringify(parts.body);
    const request = { method: routes[id][0], headers, body, signal: parts.signal ?? null };
    return checked(await (options.fetch ?? fetch)(new URL(pathOf(id, parts), options.url), request));
}
/** Path and query of an operation. */
export function pathOf(id, { path = {}, query = {} } = {}) {
    const values = new Map(Object.entries(path));
    const filled = routes[id][1].replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name) ?? '')));
    const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))).toString();
    return search ? `${filled}?${search}` : filled;
}
async function bodyOf(reply) {
    const type = reply.headers.get('content-type') ?? '';
    if (reply.status === 204 || type === '')
        return undefined;
    if (/^application\/(?:[\w.+-]+\+)?json/.test(type))
        return reply.json();
    return type.startsWith('text/') ? reply.text() : reply.blob();
}
async function checked(reply) {
    if (reply.ok)
        return reply;
    throw new ApiFailure(reply.status, await failureOf(reply), Number(reply.headers.get('retry-after') ?? '') || undefined);
}
async function failureOf(reply) {
    const body = await reply.json().catch(() => undefined);
    return typeof body === 'object' && body !== null && 'error' in body ? body : undefined;
}
