/** Which paid features exist here. */
export type Tier = 'free' | 'premium' | 'ultimate'
