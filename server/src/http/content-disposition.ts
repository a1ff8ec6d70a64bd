/** `Content-Disposition` of a file (RFC 6266): a plain name with harmless characters only, and the real one (RFC 8187). */
export const fileDisposition = (name: string, type: 'attachment' | 'inline' = 'attachment'): string => {
  const whole = encodeURIComponent(Buffer.from(name).toString()).replace(/['()*]/g, '_')
  return `${type}; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${whole}`
}
