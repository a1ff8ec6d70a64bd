/** Programs that tests start as processes of their own. */
export const competitor = new URL('./competitor.js', import.meta.url)
