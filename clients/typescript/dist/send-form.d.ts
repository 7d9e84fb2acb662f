/** How much of a body was handed over so far, in bytes. The total is that of the file; a form's own words come on top. */
export interface Progress {
    readonly sent: number;
    readonly total: number;
}
export interface FormRequest {
    readonly url: string;
    readonly headers: Headers;
    readonly form: FormData;
    readonly total: number;
    readonly onProgress?: ((progress: Progress) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
}
/** Posts a form. Who wants to know how far it is, is told: by XMLHttpRequest in browsers, whose fetch cannot tell, by a counted stream elsewhere. */
export declare function sendForm(request: FormRequest, send: typeof fetch): Promise<Response>;
