import 'htmx.org';
import { watchSearch } from './search-results.ts';
import './site.ts';

watchSearch();
