/** Every host provides it; the core uses the types of no host. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array }

const encoder = new TextEncoder()

/** Text as UTF-8. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)
