/** The address of the module's file, as a bundler gives it. */
declare const address: string;
export default address;
