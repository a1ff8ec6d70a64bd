/** Programs that tests start as processes, or load into them. */
export const competitor = new URL('./competitor.js', import.meta.url)
export const mortal = new URL('./mortal.js', import.meta.url)
