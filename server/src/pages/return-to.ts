const ELSEWHERE = /^\/[/\\]/

/** A path on this server to go back to; anything that could lead elsewhere becomes the front page. */
export const safePath = (path: string | undefined): string =>
  path?.startsWith('/') === true && !ELSEWHERE.test(path) && !/[\\\r\n]/.test(path) ? path : '/profile'
