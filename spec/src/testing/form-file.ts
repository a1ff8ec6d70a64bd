/** A form with one file, as a client sends it: the bytes, and the content type that says where its parts end. */
export const formFile = async (
  field: string,
  bytes: Uint8Array,
  fileName: string,
): Promise<{ readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> }> => {
  const form = new FormData()
  form.append(field, new Blob([Uint8Array.from(bytes)]), fileName)
  const encoded = new Response(form)
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}
