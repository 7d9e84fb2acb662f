/** The events of a `text/event-stream` body as they come; comments and blocks without data are left out. Leaving the loop cancels the body. */
export async function* readEvents(body) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let pending = '';
    try {
        for (;;) {
            const { value, done } = await reader.read();
            if (done)
                return;
            const blocks = (pending + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
            pending = blocks.pop() ?? '';
            for (const block of blocks) {
                const event = parseBlock(block);
                if (event)
                    yield event;
            }
        }
    }
    finally {
        await reader.cancel().catch(() => undefined);
    }
}
function parseBlock(block) {
    let event = 'message';
    let id;
    const data = [];
    for (const line of block.split(/\r?\n/)) {
        const [, field, value = ''] = /^(event|data|id):? ?(.*)$/.exec(line) ?? [];
        if (field === 'event')
            event = value;
        else if (field === 'id')
            id = value;
        else if (field === 'data')
            data.push(value);
    }
    return data.length ? { event, data: data.join('\n'), id } : undefined;
}
