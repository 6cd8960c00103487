export const hangs: string;
export const swells: string;
