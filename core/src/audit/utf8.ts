/** Every host has it; the types of the core name no host. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array }

const encoder = new TextEncoder()

/** Text as UTF-8. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)
