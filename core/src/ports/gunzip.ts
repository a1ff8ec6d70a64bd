/** The beginning of what is packed with gzip, so many bytes at most; undefined where it is damaged, or not packed so. */
export type Gunzip = (content: AsyncIterable<Uint8Array>, most: number) => Promise<Uint8Array | undefined>

declare module '../app/forge.js' {
  interface Forge {
    readonly gunzip: Gunzip
  }
}
