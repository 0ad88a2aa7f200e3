/** What the build puts before offline.js. */
declare const VERSION: string;
declare const KEPT: string[];
