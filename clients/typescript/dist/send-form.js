/** Posts a form. Who wants to know how far it is, is told: by XMLHttpRequest in browsers, whose fetch cannot tell, by a counted stream elsewhere. */
export function sendForm(request, send) {
    const { url, headers, form, onProgress, signal } = request;
    if (!onProgress)
        return send(url, { method: 'POST', headers, body: form, signal: signal ?? null });
    const browser = globalThis.XMLHttpRequest;
    return browser ? byBrowser(new browser(), request, onProgress) : byStream(request, onProgress, send);
}
function byBrowser(xhr, { url, headers, form, total, signal }, tell) {
    return new Promise((resolve, reject) => {
        const away = () => reject(new TypeError('the server cannot be reached'));
        xhr.open('POST', url);
        headers.forEach((value, name) => {
            xhr.setRequestHeader(name, value);
        });
        xhr.upload.onprogress = ({ loaded }) => tell({ sent: Math.min(loaded, total), total });
        xhr.onload = () => {
            const told = ['content-type', 'retry-after'].flatMap((name) => {
                const value = xhr.getResponseHeader(name);
                return value === null ? [] : [[name, value]];
            });
            resolve(new Response(xhr.responseText, { status: xhr.status, headers: told }));
        };
        xhr.onerror = away;
        xhr.onabort = () => reject(signal?.reason ?? new Error('aborted'));
        signal?.addEventListener('abort', () => xhr.abort(), { once: true });
        xhr.send(form);
    });
}
function byStream({ url, headers, form, total, signal }, tell, send) {
    const encoded = new Response(form);
    headers.set('content-type', encoded.headers.get('content-type') ?? '');
    let sent = 0;
    const count = new TransformStream({
        transform(piece, controller) {
            sent += piece.byteLength;
            tell({ sent: Math.min(sent, total), total });
            controller.enqueue(piece);
        },
    });
    const body = encoded.body.pipeThrough(count);
    return send(url, { method: 'POST', headers, body, signal: signal ?? null, duplex: 'half' });
}
