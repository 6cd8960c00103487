export const hangs: string;
export const hangsAsPlace: string;
export const swells: string;
export const dawdles: string;
export const stops: string;
