import './styles/tokens.css';
import './styles/base.css';
import { start } from './app/start.tsx';

start();
